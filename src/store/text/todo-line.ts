import { invalid } from '../errors.ts';
import { understandDay } from './days.ts';
import { understandRepeat } from './repeat-words.ts';
import { isColour, isTag } from './tag.ts';

/** A todo as one line says it; days are `YYYY-MM-DD`. What it does not say is absent. */
export interface TodoLine {
  /** What is left to do, and every further line as it came. */
  readonly text: string;
  readonly due?: string;
  readonly scheduled?: string;
  readonly start?: string;
  readonly repeat?: string;
  /** 1 (highest) to 5. */
  readonly priority?: number;
  /** Without `+` and `#`, in order. */
  readonly tags: readonly string[];
}

/** Words of a line, of which `due:"next friday"` is one. */
const WORDS = /(?:due|scheduled|start|repeat):"[^"]*"|\S+/gi;
const FIELD = /^(due|scheduled|start|repeat):(.*)$/i;
const PRIORITY = /^p([1-5])$/i;

/**
 * Reads `call Ann due:friday p1 +home`. Its words are, anywhere in the first line: `due:`,
 * `scheduled:` and `start:` with a day, `repeat:` with a rule (in quotes, or with `-` for its
 * blanks), `p1` to `p5`, `+tag` and `#tag`; all else is what is to be done, in its own spacing.
 * Throws `invalid` with `details.word` for a day or a rule that is none, and for what is said twice.
 */
export async function readTodoLine(line: string, today: string): Promise<TodoLine> {
  const end = /\r|\n/.exec(line)?.index ?? line.length;
  const first = line.slice(0, end);
  const said = new Map<string, string>();
  const tags: string[] = [];
  let text = '';
  let at = 0;
  for (const { 0: word, index } of first.matchAll(WORDS)) {
    const tag = tagIn(word);
    const field = tag === undefined ? fieldIn(word) : undefined;
    if (tag === undefined && field === undefined) continue;
    text += first.slice(at, index).trimEnd();
    at = index + word.length;
    if (tag !== undefined) tags.push(tag);
    if (field === undefined) continue;
    if (said.has(field.name)) throw twice(field.name, word);
    said.set(field.name, await understood(field, word, today));
  }
  text = (text + first.slice(at)).trim();
  if (text === '') throw invalid('Say what is to be done as well: call Ann due:friday p1 +home.');
  const { priority, ...fields } = Object.fromEntries(said);
  return {
    text: text + line.slice(end),
    ...fields,
    ...(priority === undefined ? {} : { priority: Number(priority) }),
    tags,
  };
}

function tagIn(word: string): string | undefined {
  const tag = word.slice(1);
  if (!/^[+#]/.test(word) || !isTag(tag)) return undefined;
  return word.startsWith('#') && isColour(tag) ? undefined : tag;
}

interface Said {
  readonly name: string;
  readonly value: string;
}

function fieldIn(word: string): Said | undefined {
  const priority = PRIORITY.exec(word)?.[1];
  if (priority !== undefined) return { name: 'priority', value: priority };
  const [, name = '', value = ''] = FIELD.exec(word) ?? [];
  return name === '' ? undefined : { name: name.toLowerCase(), value };
}

async function understood({ name, value }: Said, word: string, today: string): Promise<string> {
  if (name === 'priority') return value;
  const words = value.replaceAll('"', '').trim();
  const day = name !== 'repeat';
  const mend = day
    ? `${name}:friday or ${name}:2026-12-24`
    : 'repeat:week or repeat:"every 2 days"';
  try {
    const found = day
      ? await understandDay(words, today)
      : understandRepeat(value.startsWith('"') ? words : words.replaceAll(/[-_]/g, ' '));
    if (found !== undefined) return found;
  } catch {
    // said below, with the word as it stands in the line
  }
  const shown = word.slice(0, 60);
  throw invalid(`"${shown}" is not a ${day ? 'day' : 'repetition'}. Try ${mend}.`, {
    field: 'text',
    word: shown,
  });
}

function twice(name: string, word: string) {
  const shown = word.slice(0, 60);
  return invalid(`"${shown}" says its ${name} a second time. Leave one of them out.`, {
    field: 'text',
    word: shown,
  });
}
