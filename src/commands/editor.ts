import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { invalid, ScrapError } from '../store/index.ts';
import { KeptForLater } from './kept-for-later.ts';
import { setting } from './settings/settings.ts';
import { isFile, textOfFile } from './text-source.ts';
import type { Terminal } from './terminal.ts';

/** What is to be edited, and what its file is called. */
export interface Draft {
  readonly text: string;
  readonly name: string;
}

/**
 * Lets the person edit a draft in their editor and hands what they wrote to `save`; undefined
 * where they left it as it was. Whatever goes wrong from there on, the editor's failure too, the
 * file stays where it is and the error names it, unless the outbox has the text. Throws `invalid`
 * where the editor fails.
 */
export async function editDraft<T>(
  terminal: Terminal,
  { text, name }: Draft,
  save: (text: string) => Promise<T>,
): Promise<T | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'scrap-'));
  const file = join(directory, `${name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.md`);
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  let saved: T | undefined;
  try {
    terminal.say(`waiting for ${editor()} …`);
    const status = await runEditor(file);
    if (status === NOT_FOUND) {
      throw invalid(
        `There is no editor ${editor()} here. Name yours: scrap config set editor nano`,
      );
    }
    if (status !== 0) throw invalid(`${editor()} ended with a failure. Nothing was saved.`);
    const edited = textOfFile(file);
    if (edited !== text) saved = await save(edited);
  } catch (error) {
    if (error instanceof KeptForLater || !hasWork(file, text))
      rmSync(directory, { recursive: true, force: true });
    else if (error instanceof ScrapError) {
      const said = `${error.message} Your text is kept in ${file}`;
      throw new ScrapError(error.code, said, error.details);
    } else terminal.say(`your text is kept in ${file}`);
    throw error;
  }
  rmSync(directory, { recursive: true, force: true });
  return saved;
}

/** What a shell ends with when there is no such command. */
const NOT_FOUND = 127;

/** The status the editor ended with; null where it was killed. Ctrl-C in it is its own, and ends nothing here. */
async function runEditor(file: string): Promise<number | null> {
  const listeners = process.rawListeners('SIGINT');
  const ignore = () => {};
  process.on('SIGINT', ignore);
  for (const each of listeners) process.off('SIGINT', each as () => void);
  try {
    // Through a shell, so that an editor with arguments (`code -w`) works; the file is its own word.
    // The trap keeps the shell too from ending by a Ctrl-C, and the editor does not inherit it.
    const ended = spawnSync('/bin/sh', ['-c', `trap : INT; ${editor()} "$1"`, 'sh', file], {
      stdio: 'inherit',
    });
    // a Ctrl-C from meanwhile is heard now
    await turn();
    return ended.status;
  } finally {
    for (const each of listeners) process.on('SIGINT', each as () => void);
    process.off('SIGINT', ignore);
  }
}

/** Whether the file holds anything that was not there before. */
function hasWork(file: string, text: string): boolean {
  if (!isFile(file)) return false;
  try {
    const now = textOfFile(file);
    return now !== text && now.trim() !== '';
  } catch {
    return true;
  }
}

/** The command that edits a text. */
export function editor(): string {
  const { VISUAL, EDITOR } = process.env;
  return setting('editor') ?? (VISUAL || EDITOR || 'vi');
}
