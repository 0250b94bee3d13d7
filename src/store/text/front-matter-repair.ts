import { linesOf } from './lines.ts';

/**
 * A front matter block with those one-line values quoted that people write by hand and YAML
 * cannot read: `title: Part 2: the long way`, `handle: @ann`, `title: {{title}}` of a template.
 * Everything else, line numbers too, stays as it is.
 */
export function quoteOddValues(block: string): string {
  const lines: string[] = [];
  // the indentation of a key whose value is the indented text below it (`|` or `>`)
  let literal: number | undefined;
  for (const { start, end } of linesOf(block)) {
    const line = block.slice(start, end);
    const indent = line.length - line.trimStart().length;
    if (literal !== undefined && (indent > literal || line.trim() === '')) {
      lines.push(line);
      continue;
    }
    literal = undefined;
    const entry = entryOf(line, indent);
    if (entry?.value.startsWith('|') || entry?.value.startsWith('>')) literal = indent;
    lines.push(
      entry !== undefined && isOdd(entry.value)
        ? `${entry.before}'${entry.value.replaceAll("'", "''")}'${entry.after}`
        : line,
    );
  }
  return lines.join('\n');
}

/** The parts of `  - key: value # comment`; undefined where the line is not of this kind. */
function entryOf(
  line: string,
  indent: number,
): { before: string; value: string; after: string } | undefined {
  const colon = /:[ \t]/.exec(line)?.index;
  if (colon === undefined) return undefined;
  const key = line.slice(indent, colon).replace(/^(?:- +)+/, '');
  if (!/^[\p{L}\p{N}_][^"'#[\]{},]*$/u.test(key)) return undefined;
  const rest = line.slice(colon + 1);
  const comment = rest.search(/[ \t]#/);
  const said = comment === -1 ? rest : rest.slice(0, comment);
  const value = said.trim();
  const begin = colon + 1 + said.indexOf(value);
  return { before: line.slice(0, begin), value, after: line.slice(begin + value.length) };
}

/** Whether YAML would not read this as the plain text it is meant to be. */
function isOdd(value: string): boolean {
  if (value.startsWith('{{')) return true;
  if (value === '' || /^["'[{|>&!]/.test(value)) return false;
  return (
    /^[@`%*]/.test(value) || /^[-?:] /.test(value) || /:[ \t]/.test(value) || value.endsWith(':')
  );
}
