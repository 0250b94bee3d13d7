import { scrap } from '../kit/scrap.ts';

/** One line typed at a terminal: the words after `scrap`, and what is piped in. */
export interface Typed {
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Types the lines one after another against one store and gives what a terminal would show: the
 * line, its output, its errors behind `2>`, its status. Times and paths of the moment are masked.
 */
export async function transcript(
  store: string,
  lines: readonly Typed[],
  everywhere: Readonly<Record<string, string>> = {},
): Promise<string> {
  let shown = '';
  for (const { args, input, env } of lines) {
    const { status, stdout, stderr } = await scrap(args, {
      store,
      ...(input === undefined ? {} : { input }),
      env: { SCRAP_TZ: 'Europe/Berlin', COLUMNS: '100', ...everywhere, ...env },
    });
    const pipe = input === undefined ? '' : `printf ${quoted(input)} | `;
    shown += `$ ${pipe}scrap ${args.map(quoted).join(' ')}\n${stdout}`;
    if (stdout !== '' && !stdout.endsWith('\n')) shown += '⏎\n';
    for (const line of stderr.split('\n').slice(0, -1)) shown += `2> ${line}\n`;
    shown += `[${status}]\n\n`;
  }
  return masked(shown, store);
}

function quoted(word: string): string {
  if (/^[\w./:=+-]+$/.test(word)) return word;
  return `'${word.replaceAll('\n', '\\n').replaceAll("'", String.raw`'\''`)}'`;
}

function masked(shown: string, store: string): string {
  const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'Europe/Berlin',
  });
  return shown
    .replaceAll(`due ${yesterday}`, 'due <yesterday>')
    .replaceAll(store, '<store>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
}
