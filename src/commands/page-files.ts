import type { Terminal } from './terminal.ts';
import { clean, fit, widthOf } from './width.ts';

interface ShownFile {
  name: string;
  type: string;
  size: number;
  url: string;
}

/** The pictures and other files of a page; the shape is the store's. */
export interface PageFiles {
  images?: ShownFile[];
  files?: ShownFile[];
}

/** The lines that show a page's files on a terminal; none where it has none. */
export function fileLines(terminal: Terminal, page: PageFiles): string[] {
  const all = allFiles(page);
  if (all.length === 0) return [];
  const dim = (text: string) => terminal.style('dim', text);
  const names = all.map(({ name }) => fit(clean(name), 40));
  const widest = Math.max(...names.map((name) => widthOf(name)));
  const lines = all.map(({ size, url }, i) => {
    const name = names[i] ?? '';
    const padding = ' '.repeat(widest - widthOf(name));
    return `  ${name}${padding}  ${dim(`${sayBytes(size).padStart(7)}  ${clean(url)}`)}`;
  });
  return ['', dim(`files ${all.length}`), ...lines];
}

/** In a pipe the answer is the text alone, so files are told of beside it. */
export function sayFiles(terminal: Terminal, page: PageFiles): void {
  for (const { name, url } of allFiles(page)) terminal.say(`${clean(name)}\t${url}`);
}

function allFiles({ images = [], files = [] }: PageFiles): ShownFile[] {
  return [...images, ...files];
}

/** `2.1 MB`: as phones and file managers say it. */
function sayBytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1000).toFixed(1)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
