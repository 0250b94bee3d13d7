import { readFile, stat } from 'node:fs/promises';

/** What every page below would have again and again is short, or is not for that. */
const LONGEST = 16 * 1024;

/**
 * What a YAML file says of the pages below it, as JSON: its fields with their values as written,
 * or a text that says why there are none, as the end of a sentence. null for any other file.
 */
export async function yamlOf(path: string, file: string): Promise<string | null> {
  if (!path.endsWith('.yaml')) return null;
  if ((await stat(file)).size > LONGEST) return JSON.stringify('is longer than 16 KiB');
  const text = await readFile(file, 'utf8');
  const { readFrontMatter } = await import('../text/front-matter.ts');
  const { fields, warnings } = readFrontMatter(text.replace(/^\uFEFF?---[ \t]*\r?\n/, ''));
  const isUnread = warnings.length > 0 && Object.keys(fields).length === 0;
  return JSON.stringify(isUnread ? 'is no YAML that can be read' : fields);
}
