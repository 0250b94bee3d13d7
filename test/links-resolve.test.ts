import { describe, expect, test } from 'vitest';

import { type Look, type Named, type Place, resolveLink } from '../src/store/notebooks/resolve.ts';
import { fileName, nameKey } from '../src/store/pages/names.ts';

/** A table of names: `collection:path`, or a slug alone, with aliases and titles. */
function tableOf(pages: Readonly<Record<string, { alias?: string; title?: string }>>): Look {
  const names = new Map<string, Named[]>();
  const put = (name: string, named: Named) => {
    const key = nameKey(name);
    names.set(key, [...(names.get(key) ?? []), named]);
  };
  for (const [where, { alias, title }] of Object.entries(pages)) {
    const place = placeOf(where);
    const slug = where.replaceAll(/[:/.]/g, '-');
    if (place.path !== null) put(fileName(place.path), { ...place, slug, as: 'file' });
    if (alias !== undefined) put(alias, { ...place, slug, as: 'alias' });
    if (title !== undefined) put(title, { ...place, slug, as: 'title' });
    put(slug, { ...place, slug, as: 'slug' });
  }
  return (key) => names.get(key) ?? [];
}

function placeOf(where: string): Place {
  const [collection = '', path] = where.split(':');
  return path === undefined ? { collection: null, path: null } : { collection, path };
}

const PAGES = tableOf({
  'n:guide/mcp.md': { title: 'MCP', alias: 'protocol' },
  'n:guide/export.md': { title: 'Export' },
  'n:guide/Start.md': {},
  'n:start/Start.md': {},
  'n:README.md': {},
  'n:guide/README.md': {},
  'n:a/b/far.md': {},
  'n:c/far.md': {},
  'n:C# notes.md': {},
  'n:site.com.md': {},
  'n:u\u0308ber uns.md': {},
  'n:org/agenda.org': {},
  'n:old/guide/mcp-old.md': { alias: 'MCP' },
  'o:guide/other.md': { title: 'Only in o' },
  'o:guide/mcp.md': {},
  loose: { title: 'Loose page', alias: 'export' },
});

describe('a link leads', () => {
  test.each<[from: string, link: string, to: string]>([
    ['n:guide/export.md', '[[mcp]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[MCP.md]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[guide/mcp]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '![[/guide/mcp.md]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[./mcp]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[uide/mcp]]', ''],
    ['n:guide/export.md', '[[mcp.org]]', ''],
    ['n:guide/export.md', '[[agenda]]', 'n-org-agenda-org'],
    ['n:guide/export.md', '[[protocol]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[\u00dcber  Uns]]', 'n-u\u0308ber uns-md'],
    ['n:guide/export.md', '[[site.com]]', 'n-site-com-md'],
    ['n:guide/export.md', '[[C# notes]]', 'n-C# notes-md'],
    ['n:guide/export.md', '[[mcp#Start]]', 'n-guide-mcp-md'],
    ['n:guide/export.md', '[[n-guide-mcp-md]]', 'n-guide-mcp-md'],
    // the nearest folder, then the one whose path was given whole
    ['n:guide/export.md', '[[Start]]', 'n-guide-Start-md'],
    ['n:start/x.md', '[[start]]', 'n-start-Start-md'],
    ['n:README.md', '[[Start]]', 'n-guide-Start-md n-start-Start-md'],
    ['n:guide/deep/x.md', '[[README]]', 'n-guide-README-md'],
    ['n:a/x.md', '[[README]]', 'n-README-md'],
    ['n:a/x.md', '[[far]]', 'n-a-b-far-md'],
    ['n:README.md', '[[far]]', 'n-a-b-far-md n-c-far-md'],
    // inside the notebook, then what was made in scrap, never another notebook
    ['n:guide/mcp.md', '[[export]]', 'n-guide-export-md'],
    ['n:guide/mcp.md', '[[Loose page]]', 'loose'],
    ['n:guide/mcp.md', '[[other]]', ''],
    ['n:guide/mcp.md', '[[Only in o]]', ''],
    ['o:guide/other.md', '[[mcp]]', 'o-guide-mcp-md'],
    // a page made in scrap looks everywhere: slug, alias, title, path
    ['loose', '[[export]]', 'loose'],
    ['loose', '[[other]]', 'o-guide-other-md'],
    ['loose', '[[guide/mcp]]', 'n-guide-mcp-md o-guide-mcp-md'],
    ['loose', '[[MCP]]', 'n-old-guide-mcp-old-md'],
    // addresses are relative to the page they stand on
    ['n:guide/export.md', '(mcp.md)', 'n-guide-mcp-md'],
    ['n:guide/export.md', '(../start/Start.md)', 'n-start-Start-md'],
    ['n:guide/export.md', '(../start/Start)', 'n-start-Start-md'],
    ['n:start/Start.md', '(/guide/Start.md)', 'n-guide-Start-md'],
    ['n:guide/export.md', '(../../../etc/passwd)', ''],
    ['n:guide/export.md', '(picture.png)', ''],
    ['n:guide/export.md', '()', ''],
  ])('%s %s: %s', (from, written, to) => {
    const kind = written.startsWith('(') ? 'markdown' : 'wiki';
    const address = written.replace(/^!?(?:\[\[|\()/, '').replace(/(?:\]\]|\))$/, '');
    const [target = '', ...anchor] = address.split('#');
    const link = {
      kind,
      target,
      ...(anchor.length > 0 ? { anchor: anchor.join('#') } : {}),
    } as const;
    const found = resolveLink(link, placeOf(from), PAGES);
    expect(found.map(({ slug }) => slug).join(' ')).toBe(to);
  });
});

test('a target as long as a page is not looked for', () => {
  let looked = 0;
  const look: Look = () => ((looked += 1), []);
  const target = 'a/'.repeat(5_000_000);
  expect(resolveLink({ kind: 'markdown', target }, placeOf('n:a.md'), look)).toEqual([]);
  expect(looked).toBe(0);
});
