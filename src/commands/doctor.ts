import { ScrapError } from '../store/index.ts';
import type { Command } from './command.ts';
import { type Finding, wrong } from './doctor/finding.ts';
import { publicFinding, reached, serverFindings } from './doctor/server.ts';
import { storeFindings } from './doctor/store.ts';
import { SURROUNDINGS } from './doctor/surroundings.ts';
import { tailnetFindings } from './doctor/tailnet.ts';
import { port, storeFile } from './environment.ts';
import { isUnreadable, setting } from './settings/settings.ts';
import { lookAtTailscale } from './tailscale.ts';
import type { Terminal } from './terminal.ts';
import { clean } from './width.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Say what is wrong, and what mends it.',
  examples: [
    'scrap doctor',
    'scrap doctor --store copy.db',
    "scrap doctor --json | jq -r '.mend // empty'",
  ],
  async run({ terminal, flags }) {
    let isWrong = false;
    for await (const findings of examined(flags, terminal.now)) {
      for (const finding of findings) {
        isWrong ||= finding.state === 'wrong';
        print(terminal, finding);
      }
    }
    return isWrong ? 1 : 0;
  },
};

/** All that is looked at, in order, as soon as it is known. */
export async function* examined(
  flags: Readonly<Record<string, unknown>>,
  now: Date,
): AsyncGenerator<readonly Finding[]> {
  const publicUrl = () => setting('public_url')?.replace(/\/+$/, '');
  for (const [check, look] of SURROUNDINGS) {
    yield surely(check, async () => [await look()]);
    // all else would say the same
    if (check === 'settings' && isUnreadable()) return;
  }
  yield surely('store', () => storeFindings(storeFile(flags), now));
  yield surely('server', () => serverFindings(port(), publicUrl()));
  yield surely('public url', async () => [await publicFinding(publicUrl())]);
  yield surely('elsewhere', async () => elsewhere(setting('url')));
  yield surely('tailscale', async () => tailnetFindings(lookAtTailscale(), port(), publicUrl()));
}

/** The server whose pages the commands here are about, where that is not this machine's. */
async function elsewhere(url: string | undefined): Promise<Finding[]> {
  return url === undefined ? [] : [await reached('elsewhere', url)];
}

/** What stops one check does not stop the others. */
async function surely(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ScrapError) return [wrong(check, 'cannot be looked at', error.message)];
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return [wrong(check, `cannot be looked at (${code})`, 'scrap help files')];
  }
}

const SIGNS = { ok: ['ok', 'green'], note: ['note', 'yellow'], wrong: ['wrong', 'red'] } as const;

/** In a pipe: check, state, what was found and what mends it, with TABs between. */
export function print(terminal: Terminal, finding: Finding): void {
  if (terminal.manner === 'json') return terminal.json(finding);
  const { check, state, mend = '' } = finding;
  const says = clean(finding.says);
  if (terminal.manner === 'lines') return terminal.print([check, state, says, mend].join('\t'));
  const [sign, colour] = SIGNS[state];
  terminal.print(`${terminal.style(colour, sign.padEnd(5))}  ${check.padEnd(11)}  ${says}`);
  if (mend !== '') terminal.print(`${' '.repeat(20)}${terminal.style('bold', `→ ${mend}`)}`);
}
