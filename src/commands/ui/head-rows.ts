import { sayDay, sayWhen } from '../dates.ts';
import { fewTags } from '../format.ts';
import { clean } from '../width.ts';
import { lineRow } from './line-row.ts';
import { between, fitRow, type Row, type Span, span } from './spans.ts';
import { type State, type Tab, TABS, type View, type WholePage } from './state.ts';

/** What can be typed above each list. */
const ASKED: Readonly<Record<Tab, string>> = {
  pages: 'words, "a phrase", tag:home, is:open, due:7d …',
  todos: 'a tag',
  tags: 'how it begins',
  review: '',
};

/** The two rows on top: where one is, and what is searched for or read. */
export function headRows(state: State): readonly [Row, Row] {
  const { columns, help } = state;
  if (help !== undefined) return [[span('Keys', 'strong')], []];
  const view = state.over.at(-1);
  if (view === undefined) return [tabsRow(state), queryRow(state)];
  const [title, aside, facts] = ofView(view, state);
  return [
    between([span(clean(title), 'strong')], [span(aside, 'dim')], columns),
    fitRow(facts, columns),
  ];
}

function tabsRow({ tab, lists, columns }: State): Row {
  const names = TABS.flatMap((name, i): Span[] => [
    span(i === 0 ? '' : '  '),
    span(String(i + 1), 'accent'),
    span(` ${name}`, name === tab ? 'strong' : 'dim'),
  ]);
  return between(names, [span(lists[tab].count, 'dim')], columns);
}

function queryRow({ tab, lists, columns, isTyping }: State): Row {
  if (tab === 'review') return [span('what agents changed since you last kept it', 'dim')];
  const { query } = lists[tab];
  const sign = span('/ ', isTyping ? 'accent' : 'dim');
  const line = lineRow(query, columns - 2, isTyping);
  if (query.text.length > 0) return [sign, ...line];
  return fitRow([sign, ...(isTyping ? line : []), span(ASKED[tab], 'dim')], columns);
}

/** Title, what stands at the other end of its row, and what is known besides. */
function ofView(view: View, state: State): readonly [string, string, Row] {
  switch (view.is) {
    case 'page':
      return view.page === undefined
        ? [view.slug, '', []]
        : [view.page.title, view.slug, factsRow(view.page, state)];
    case 'history':
      return [view.title, view.slug, [span(`history  ${view.list.count}`, 'dim')]];
    case 'diff':
      return [view.diff.title, `${view.diff.from} → ${view.diff.to}`, []];
    default:
      return [view.title, '', []];
  }
}

function factsRow(page: WholePage, { now, today }: State): Row {
  const facts: Span[] = [];
  if (page.author === 'claude') facts.push(span('◆claude', 'accent'));
  facts.push(span(page.kind, 'dim'));
  if (page.trashed !== undefined) facts.push(span('in the trash', 'late'));
  if (page.status !== undefined) facts.push(span(page.status, 'dim'));
  if (page.priority !== undefined) facts.push(span(`!${page.priority}`));
  if (page.due !== undefined) {
    const isLate = page.due < today && page.status !== 'done';
    facts.push(span(`due ${sayDay(page.due, today)}`, isLate ? 'late' : 'plain'));
  }
  facts.push(span(sayWhen(page.updated, now), 'dim'));
  for (const tag of fewTags(page.tags.map(clean))) facts.push(span(tag, 'accent'));
  return facts.flatMap((fact, i) => (i === 0 ? [fact] : [span('  '), fact]));
}
