import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { decode } from '../src/store/text/decode.ts';
import { derive, type Derived } from '../src/store/text/derive.ts';
import { splitFrontMatter } from '../src/store/text/fence.ts';
import { tagKey } from '../src/store/text/tag.ts';

/*
 * What scrap reads out of notebooks of real people against facts counted by other means. A fact
 * that tools disagree about is `may`: it can be found or not.
 */
const NOTEBOOKS = resolve(process.env['SCRAP_NOTEBOOKS'] ?? '../shared/notebooks');
const FACTS = join(NOTEBOOKS, '..', 'facts');

interface Facts {
  readonly files: { readonly markdown: number };
  readonly front_matter: {
    readonly yaml_valid: number;
    readonly yaml_invalid: number;
    readonly contested: readonly { readonly file: string }[];
    readonly invalid_files: readonly string[];
    readonly none: number;
    readonly other_language: readonly string[];
    readonly unclosed: readonly string[];
    readonly toml: number;
  };
  readonly tags: {
    readonly must: Readonly<Record<string, number>>;
    readonly may: readonly string[];
    readonly may_more_files: Readonly<Record<string, number>>;
  };
  readonly tasks: {
    readonly open: number;
    readonly done: number;
    readonly other_by_char: Readonly<Record<string, number>>;
    readonly may: { readonly open?: number; readonly done?: number };
  };
  readonly wikilinks: { readonly total: number; readonly embeds: number };
}

interface Page {
  readonly path: string;
  readonly hasBlock: boolean;
  readonly derived: Derived;
}

if (existsSync(NOTEBOOKS) && existsSync(FACTS)) {
  const names = readdirSync(NOTEBOOKS).toSorted();
  test('there are notebooks', () => expect(names.length).toBeGreaterThan(0));
  describe.each(names)('%s', (name) => compare(name));
} else if (process.env['CI'] === undefined) {
  console.log(
    'The checks against real notebooks were not run: SCRAP_NOTEBOOKS names no folder of them.',
  );
  test('no notebooks here', () => expect(existsSync(FACTS)).toBe(false));
} else {
  test('there are notebooks', () =>
    expect.fail(`There are no notebooks with facts in ${NOTEBOOKS}.`));
}

function compare(name: string): void {
  const facts = readFacts(name);
  const pages = readPages(join(NOTEBOOKS, name));
  // what tools do not agree is front matter, its tags may count
  const contested = new Set([
    ...facts.front_matter.contested.map(({ file }) => file),
    ...facts.front_matter.invalid_files,
  ]);

  test('every page is read, with as much front matter as it has', async () => {
    const { yaml_valid, yaml_invalid, none, other_language, unclosed, toml } = facts.front_matter;
    const read = await pages;
    expect(read).toHaveLength(facts.files.markdown);
    const blocks = read.filter(({ hasBlock }) => hasBlock);
    // a block in another language counts as invalid there, and is none here
    const without = none + other_language.length + unclosed.length + toml + yaml_invalid;
    expect(blocks.length).toBeGreaterThanOrEqual(yaml_valid);
    expect(read.length - blocks.length).toBeLessThanOrEqual(without);
    const unread = blocks.filter(({ derived }) =>
      derived.warnings.some((it) => it.includes('kept as text')),
    );
    expect(unread.length).toBeLessThanOrEqual(yaml_invalid);
  });

  test('tags', async () => {
    const { must, may, may_more_files } = facts.tags;
    const files = new Map<string, string[]>();
    for (const { path, derived } of await pages) {
      for (const tag of derived.tags)
        files.set(tagKey(tag), [...(files.get(tagKey(tag)) ?? []), path]);
    }
    const wrong: string[] = [];
    for (const [tag, count] of Object.entries(must)) {
      const found = files.get(tagKey(tag)) ?? [];
      const sure = found.filter((path) => !contested.has(path)).length;
      const most = count + (may_more_files[tag] ?? 0);
      if (found.length < count || sure > most) wrong.push(`${tag}: ${sure} of ${count} to ${most}`);
    }
    const known = new Set([...Object.keys(must), ...may].map(tagKey));
    for (const [tag, paths] of files) {
      // counted as the boolean they are to YAML 1.1; here they stay as written
      const isBoolean = /^(?:yes|no|on|off|true|false)$/.test(tag);
      if (!known.has(tag) && !isBoolean && !paths.every((path) => contested.has(path))) {
        wrong.push(`${tag}: in ${paths.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('items, by the character in their box', async () => {
    const { open, done, other_by_char, may } = facts.tasks;
    const found: Record<string, number> = {};
    for (const { derived } of await pages) {
      for (const { state } of derived.items) found[state] = (found[state] ?? 0) + 1;
    }
    const { [' ']: empty = 0, x = 0, X = 0, ...others } = found;
    expect(empty).toBeGreaterThanOrEqual(open);
    expect(empty).toBeLessThanOrEqual(open + (may.open ?? 0));
    expect(x + X).toBeGreaterThanOrEqual(done);
    expect(x + X).toBeLessThanOrEqual(done + (may.done ?? 0));
    expect(others).toEqual(other_by_char);
  });

  test('wikilinks and embeds, but for a few in the hundred', async () => {
    const { total } = facts.wikilinks;
    const found = (await pages)
      .flatMap(({ derived }) => derived.links)
      .filter(({ kind }) => kind !== 'markdown');
    expect(Math.abs(found.length - total)).toBeLessThanOrEqual(total * 0.03);
  });
}

async function readPages(root: string): Promise<Page[]> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const pages: Page[] = [];
  for (const file of files) {
    const path = relative(root, file);
    const decoded = decode(readFileSync(file));
    if ('reason' in decoded) continue;
    const derived = await derive(decoded.text, { path, at: '2026-01-02T03:04:05Z' });
    pages.push({ path, hasBlock: 'block' in splitFrontMatter(decoded.text), derived });
  }
  return pages;
}

function readFacts(name: string): Facts {
  return JSON.parse(readFileSync(join(FACTS, name, 'facts.json'), 'utf8'));
}
