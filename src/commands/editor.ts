import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { invalid } from '../store/index.ts';
import { setting } from './settings/settings.ts';
import { textOfFile } from './text-source.ts';
import type { Terminal } from './terminal.ts';

/**
 * Lets the person edit a text in their editor and gives what they saved. Throws `invalid` when
 * the editor fails or nothing was written; where the text cannot be stored afterwards, the caller
 * says where `keepText` has put it.
 */
export async function editText(terminal: Terminal, text: string, name: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'scrap-'));
  const file = join(directory, `${name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.md`);
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  try {
    terminal.say(`waiting for ${editor()} …`);
    // Through a shell, so that an editor with arguments (`code -w`) works; the file is its own word.
    const ended = spawnSync('/bin/sh', ['-c', `${editor()} "$1"`, 'sh', file], {
      stdio: 'inherit',
    });
    if (ended.status !== 0) throw invalid(`${editor()} ended with a failure. Nothing was saved.`);
    const edited = textOfFile(file);
    if (edited.trim() === '') throw invalid('The text was empty, so nothing was saved.');
    return edited;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Puts a text that could not be stored where its owner finds it, and gives the place. */
export function keepText(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'scrap-kept-')), 'text.md');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** The command that edits a text. */
export function editor(): string {
  const { VISUAL, EDITOR } = process.env;
  return setting('editor') ?? (VISUAL || EDITOR || 'vi');
}
