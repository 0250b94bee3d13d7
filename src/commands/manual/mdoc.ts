import type { Flag } from '../flags.ts';

/** The head of a page in mdoc(7): `name` is `scrap-search`, `says` what it is, without a full stop. */
export function head(name: string, section: number, says: string): string[] {
  return [
    '.\\" Generated from the program: npm run man. Do not edit.',
    '.Dd $Mdocdate$',
    `.Dt ${name.toUpperCase()} ${section}`,
    '.Os',
    '.Sh NAME',
    `.Nm ${name}`,
    // a quote in the arguments of a macro would begin or end one of them
    `.Nd ${escape(says).replaceAll('"', '\\(dq')}`,
  ];
}

/** The macro that refers to other pages, as the last section has it: section, then name. */
export function seeAlso(pages: readonly (readonly [name: string, section: number])[]): string[] {
  const ordered = pages.toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  return [
    '.Sh SEE ALSO',
    ...ordered.map(
      ([name, section], i) => `.Xr ${name} ${section}${i < ordered.length - 1 ? ' ,' : ''}`,
    ),
  ];
}

/** A list of flags, each with what it does. */
export function flagLines(flags: readonly Flag[]): string[] {
  if (flags.length === 0) return [];
  const lines = ['.Bl -tag -width Ds'];
  for (const flag of flags) {
    const short = flag.short === undefined ? '' : `Fl ${flag.short.slice(1)} , `;
    const value = flag.value === undefined ? '' : ` Ar ${flag.value}`;
    lines.push(`.It ${short}Fl \\-${flag.long.slice(2).replaceAll('-', '\\-')}${value}`);
    const choices = flag.choices === undefined ? '' : ` (${flag.choices.join(', ')})`;
    lines.push(...paragraph(`${flag.description}${choices}.`));
  }
  return [...lines, '.El'];
}

/** Text in lines of at most 78 columns, none beginning a request. */
export function paragraph(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= 78) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => escape(line));
}

/** Lines as they are. */
export function literal(text: string): string[] {
  return ['.Bd -literal', ...text.split('\n').map((line) => escape(line)), '.Ed'];
}

/** Text for roff: backslashes, and what would begin a request, are taken literally. */
function escape(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('’', "'")
    .replaceAll(
      /[^\x00-\x7F]/gu,
      (c) => `\\[u${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
