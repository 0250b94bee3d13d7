/**
 * The text of a log with an entry at its end: `- 14:05 words`, further lines indented under it, in
 * the line ends the log already has. Entries follow each other without a blank line.
 */
export function withLogLine(text: string, time: string, words: string): string {
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const [first = '', ...rest] = words.trim().split(/\r\n|\r|\n/);
  const lines = [`- ${time} ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))];
  const isClosed = text === '' || /[\r\n]$/.test(text.slice(-1));
  return `${text}${isClosed ? '' : eol}${lines.join(eol)}${eol}`;
}
