import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { IsIgnored } from './ignored.ts';
import type { Report } from './report.ts';

const NOTE = /\.(?:md|markdown|org)$/i;

const IGNORED = 'is left out by .emanoteignore';

/** The files below a folder, as paths relative to it with `/` between folders, in path order. */
export interface FolderPaths {
  /** Markdown and org. */
  readonly notes: string[];
  /** Pictures and whatever else lies there. */
  readonly others: string[];
}

/**
 * The files below a folder, with their names as they are on the disk. Links are not followed. What
 * is left out goes into the report: hidden folders and those of tools as a whole, files one by one.
 * `isIgnored` says what the notebook itself leaves out.
 */
export function pathsBelow(
  root: string,
  report: Pick<Report, 'fail' | 'skip'>,
  isIgnored: IsIgnored = () => false,
): FolderPaths {
  const notes: string[] = [];
  const others: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(root, folder, report)) {
      const path = folder + entry.name.toString('utf8');
      if (!isUtf8(entry.name)) report.fail(path, 'has a name that is not UTF-8; rename it');
      else if (entry.isDirectory()) {
        const reason = isIgnored(path, true) ? IGNORED : folderReason(path);
        if (reason === undefined) folders.push(`${path}/`);
        else report.skip(path, reason);
      } else {
        const reason = isIgnored(path, false) ? IGNORED : fileReason(path, entry);
        if (reason !== undefined) report.skip(path, reason);
        else if (NOTE.test(path)) notes.push(path);
        else others.push(path);
      }
    }
  }
  return { notes: notes.toSorted(), others: others.toSorted() };
}

/** Names as bytes: one that is not UTF-8 would come back changed, and then name no file. */
function entriesOf(root: string, folder: string, report: Pick<Report, 'fail'>): Dirent<Buffer>[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true, encoding: 'buffer' });
  } catch {
    report.fail(folder || '.', 'cannot be opened; look at its permissions');
    return [];
  }
}

function folderReason(path: string): string | undefined {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (name.startsWith('.')) return 'is a hidden folder';
  if (name === 'node_modules') return 'holds packages';
  if (name === 'bak' && parts.at(-2) === 'logseq') return 'holds backups';
  return undefined;
}

function fileReason(path: string, entry: Dirent<Buffer>): string | undefined {
  if (entry.isSymbolicLink()) return 'is a symbolic link';
  if (!entry.isFile()) return 'is not a regular file';
  if (path.startsWith('.', path.lastIndexOf('/') + 1)) return 'is a hidden file';
  return undefined;
}
