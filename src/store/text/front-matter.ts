import matter from 'gray-matter';
import yaml from 'js-yaml';

import type { FieldValue } from './field-values.ts';
import { quoteOddValues } from './front-matter-repair.ts';

export type { FieldValue } from './field-values.ts';

/** What a front matter block says. */
export interface FrontMatter {
  /** Values as they were written, under keys as they were written; without a prototype. */
  readonly fields: Record<string, FieldValue>;
  /** Sentences for a person; none where all was understood. */
  readonly warnings: readonly string[];
}

const LONGEST = 64 * 1024;
const MOST_KEYS = 200;
const DEEPEST = 20;
/** gray-matter looks for comments with a pattern that takes the square of a run of blanks. */
const BLANK_RUN = /\s{200}/;
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** What js-yaml makes of a key that is itself a map, as in `{{title}}`. */
const MAP_AS_KEY = '[object Object]';

/** A block that is refused though it may be YAML. */
class Refusal extends Error {}

/**
 * Reads the block between two fences (see fence.ts). Values stay as written: `02142`, `1.10`,
 * `12:30`, `no` and dates are strings; empty ones, `~` and `null` are null. It never throws: a
 * block that cannot be read gives no fields and a warning that names the line of the page.
 * Anchors and aliases are refused, since with them a small block can stand for a huge value.
 */
export function readFrontMatter(block: string): FrontMatter {
  if (block.length > LONGEST) return unread('is longer than 64 KiB');
  if (BLANK_RUN.test(block)) return unread('is mostly blank');
  const warnings: string[] = [];
  try {
    const data = parseTolerantly(block, warnings);
    if (data === null || data === undefined) return { fields: emptyMap(), warnings };
    if (!isMap(data)) return unread('is no list of keys and values');
    if (Object.keys(data).length > MOST_KEYS) return unread(`has more than ${MOST_KEYS} keys`);
    return { fields: copyMap(data), warnings };
  } catch (error) {
    if (error instanceof Refusal) return unread(error.message);
    if (error instanceof yaml.YAMLException) return unread(`line ${lineOf(error)} is not YAML`);
    throw error;
  }
}

function unread(why: string): FrontMatter {
  return { fields: emptyMap(), warnings: [`The front matter ${why}, so it is kept as text.`] };
}

/** Parses the block as it is, and where YAML refuses that, with its odd values quoted. */
function parseTolerantly(block: string, warnings: string[]): unknown {
  if (!block.includes('{{')) {
    try {
      return parseWarning(block, warnings);
    } catch (error) {
      if (!(error instanceof yaml.YAMLException)) throw error;
    }
  }
  return parseWarning(quoteOddValues(block), warnings);
}

/** Parses; where a key is there twice the last one counts, with a warning. */
function parseWarning(block: string, warnings: string[]): unknown {
  try {
    return parse(block, false);
  } catch (error) {
    const isDouble = error instanceof yaml.YAMLException && error.reason.startsWith('duplicated');
    if (!isDouble) throw error;
    const data = parse(block, true);
    warnings.push(
      `The front matter has a key a second time in line ${lineOf(error)}; the last one counts.`,
    );
    return data;
  }
}

function parse(block: string, lastKeyCounts: boolean): unknown {
  let data: unknown;
  let depth = 0;
  const readYaml = (content: string): object => {
    data = yaml.load(content, {
      schema: AS_WRITTEN,
      json: lastKeyCounts,
      listener(event, state) {
        depth += event === 'open' ? 1 : -1;
        if (depth > DEEPEST) throw new Refusal(`is nested deeper than ${DEEPEST} levels`);
        if (event === 'close' && state.anchor !== null) {
          throw new Refusal('has anchors (&), which are not read');
        }
      },
    });
    return {};
  };
  matter(
    { content: `---\n${block}` },
    { language: 'yaml', delimiters: ['---', NO_CLOSING], engines: { ...REFUSING, yaml: readYaml } },
  );
  return data;
}

/** The fences are fence.ts's business: gray-matter gets the block alone, which ends where it ends. */
const NO_CLOSING = '\0';

/**
 * gray-matter's own engines for other languages run code, and its spelling of a language chooses
 * the engine, so every name it knows is taken (`js`, `cson` and others are aliases of these).
 */
const REFUSING = Object.fromEntries(
  ['javascript', 'js', 'coffee', 'coffeescript', 'cson', 'toml', 'json'].map((name) => [
    name,
    refuse,
  ]),
);

function refuse(): never {
  throw new Refusal('is not YAML');
}

/** YAML's failsafe schema, in which every scalar is text, and null besides. */
const AS_WRITTEN = new yaml.Schema({
  include: [yaml.FAILSAFE_SCHEMA],
  implicit: [
    new yaml.Type('tag:yaml.org,2002:null', {
      kind: 'scalar',
      resolve: (text) => text === null || /^(?:~|null|Null|NULL)$/.test(text),
      construct: () => null,
    }),
  ],
});

/** The line of the page an error is in: the block's first is the page's second. */
function lineOf(error: { readonly mark?: { readonly line: number } }): number {
  return (error.mark?.line ?? 0) + 1;
}

function emptyMap(): Record<string, FieldValue> {
  const map: Record<string, FieldValue> = Object.create(null);
  return map;
}

function isMap(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function copyMap(data: Record<string, unknown>): Record<string, FieldValue> {
  const copy = emptyMap();
  for (const [key, value] of Object.entries(data)) {
    if (!UNSAFE_KEYS.has(key) && key !== MAP_AS_KEY) copy[key] = copyValue(value);
  }
  return copy;
}

function copyValue(value: unknown): FieldValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(copyValue);
  // {{tag}} in a list is no value, and neither is whatever else YAML could make
  return isMap(value) && !Object.hasOwn(value, MAP_AS_KEY) ? copyMap(value) : null;
}
