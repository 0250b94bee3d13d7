import { createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { FORMATS, invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { inputOf } from './input.ts';

export const command: Command = {
  group: 'History and data',
  operation: 'export',
  flags: [
    {
      field: 'format',
      long: '--format',
      value: 'format',
      choices: FORMATS,
      description: 'One text on stdout instead of files',
    },
    {
      field: 'output',
      long: '--output',
      short: '-o',
      value: 'file',
      description: 'With --format: into this file instead of stdout',
    },
  ],
  examples: [
    'scrap export ~/pages',
    'scrap export --format metadata | jq ".files | keys"',
    'scrap export --format content -o everything.md',
    'scrap export --format jsonl -o everything.jsonl',
  ],
  async run(call) {
    const { format, output, ...flags } = inputOf(call.flags);
    const known = FORMATS.find((each) => each === format);
    if (known === undefined) return exportFolder(call, output, flags);
    if (call.words.length > 0 || Object.keys(flags).length > 0) {
      throw invalid('--format writes one text: give -o FILE, or neither folder nor other flags.', {
        reason: 'usage',
      });
    }
    const pieces = Readable.from(await call.exported(known));
    if (typeof output === 'string') await writeFile(pieces, output);
    else await pipeline(pieces, process.stdout, { end: false });
  },
};

/** What an export into a folder answers; the shape is the store's. */
interface Exported {
  dir: string;
  files: number;
  amended: number;
  kept: number;
  lost: number;
}

async function exportFolder(call: Call, output: unknown, flags: object): Promise<void> {
  const [dir, ...others] = call.words;
  if (dir === undefined || others.length > 0 || output !== undefined) {
    throw invalid(
      `Name one folder: scrap export DIR · or one text: scrap export --format ${FORMATS.join('|')} [-o FILE]`,
      { reason: 'usage' },
    );
  }
  const { terminal } = call;
  const made = await call.perform<Exported>('export', { dir, ...flags });
  terminal.progress('');
  if (terminal.manner === 'json') terminal.json(made);
  else if (terminal.manner === 'lines') terminal.print(`${made.files}\t${made.dir}`);
  else {
    const amended =
      made.amended === 0 ? '' : `, ${made.amended} of them with front matter of scrap`;
    const beside = made.kept === 0 ? '' : ` and ${made.kept} other files`;
    terminal.print(`exported ${made.files} pages${beside} to ${made.dir}${amended}`);
  }
  if (made.lost > 0) {
    terminal.say(
      `scrap: the bytes of ${made.lost} files are gone from the disk; a backup may have them: scrap backup restore`,
    );
  }
}

/**
 * The file is there whole or as it was. What stops it is the caller's to mend; what stops the export
 * has its own sentence.
 */
async function writeFile(pieces: Readable, output: string): Promise<void> {
  const stat = statSync(output, { throwIfNoEntry: false });
  const isDevice = stat?.isFile() === false; // or a pipe, which is written as it is
  const file = stat?.isFile() === true ? realpathSync(output) : output;
  const fresh = isDevice ? file : `${file}.${process.pid}.new`;
  try {
    await pipeline(pieces, createWriteStream(fresh, { flush: true }));
    if (!isDevice) renameSync(fresh, file);
  } catch (error) {
    if (!isDevice) rmSync(fresh, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw new ScrapError(
      'disk',
      `${output} cannot be written (${String(error.code)}). Name another file with -o.`,
      { reason: 'output' },
      error,
    );
  }
}
