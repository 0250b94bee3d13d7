import { KEYS, type Mode } from './keys.ts';
import { pad } from './cells.ts';
import { type Row, span } from './spans.ts';
import { modeOf, type State } from './state.ts';

const TITLES: Readonly<Record<Mode, string>> = {
  pages: 'The list of pages',
  typing: 'While a search is typed',
  todos: 'Todos',
  tags: 'Tags',
  review: 'What agents did',
  page: 'A page',
  history: 'The history of a page',
  diff: 'What changed',
  sure: 'Before something is taken back or renamed',
  asking: 'A line that is asked for',
  help: 'This help',
};

/** Every key, those of where one is first. */
export function helpRows(state: State): Row[] {
  const { help: _, ...below } = state;
  const here = modeOf(below);
  const modes = Object.keys(TITLES).filter((mode): mode is Mode => mode in KEYS);
  const others = modes.filter((mode) => mode !== here && mode !== 'help');
  return [here, ...others].flatMap((mode): Row[] => [
    [span(TITLES[mode], 'strong')],
    ...KEYS[mode].map(({ keys, shown, what }) => [
      span(`  ${pad(shown ?? keys[0] ?? '', 8)}`, 'accent'),
      span(what),
    ]),
    [],
  ]);
}
