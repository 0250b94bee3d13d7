import { styleText } from 'node:util';

/** A colour or weight of the terminal. */
export type Style = Parameters<typeof styleText>[0];

/** Where a command's answer goes, and in which of the three manners. */
export interface Terminal {
  /** `json` when asked for, `columns` on a terminal, `lines` (TAB-separated) in a pipe. */
  readonly manner: 'json' | 'columns' | 'lines';
  readonly width: number;
  readonly quiet: boolean;
  readonly now: Date;
  /** Whether somebody sits at the keyboard. */
  readonly interactive: boolean;
  readonly stdin: NodeJS.ReadStream;
  /** The answer. */
  print(line: string): void;
  /** The answer as it is, with no line end added. */
  write(text: string): void;
  /** One JSON object of the answer. */
  json(value: unknown): void;
  /** Everything that is not the answer: on stderr, and not at all when quiet. */
  say(line: string): void;
  /** Long work: shown on a terminal alone, written over at each call, wiped by ''. */
  progress(line: string): void;
  readonly style: (style: Style, text: string) => string;
}

/** What is needed to lay out a text: how wide it may be, how it is coloured, and what is now. */
export type Sheet = Pick<Terminal, 'style' | 'width' | 'now'>;

/** The terminal this process runs in. */
export function terminal(how: { json: boolean; quiet: boolean }): Terminal {
  const { stdout, stderr } = process;
  const onTerminal = stdout.isTTY || process.env['SCRAP_FORCE_TTY'] === '1';
  let shown = false;
  return {
    manner: how.json ? 'json' : onTerminal ? 'columns' : 'lines',
    width: stdout.columns ?? (Number(process.env['COLUMNS']) || 80),
    quiet: how.quiet,
    now: new Date(),
    // Asked for only when needed: opening standard input costs a twentieth of a start.
    get interactive() {
      return process.stdin.isTTY && stdout.isTTY;
    },
    get stdin() {
      return process.stdin;
    },
    print: (line) => void stdout.write(`${line}\n`),
    write: (text) => void stdout.write(text),
    json: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    say(line) {
      if (!how.quiet) stderr.write(`${line}\n`);
    },
    progress(line) {
      if (how.quiet || !stderr.isTTY || (line === '' && !shown)) return;
      stderr.write(`\r\u001B[K${line}`);
      shown = line !== '';
    },
    // one after the other: of several at once Node 20 does not ask whether there are to be colours
    style: (style, text) =>
      [style].flat().reduce((styled, one) => styleText(one, styled, { stream: stdout }), text),
  };
}
