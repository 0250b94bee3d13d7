import { act } from './acts.ts';
import { actOf } from './keys.ts';
import type { Pressed } from './pressed.ts';
import { modeOf, type State } from './state.ts';
import { type Step, step, withList, withQuery } from './step.ts';
import { editTyped, put, type Typed, typedText } from './typed.ts';

/** Longest line that can be typed, in characters; the store takes no longer query. */
const LONGEST = 1000;

/** The state after a key was pressed, or a text pasted. */
export function press(state: State, pressed: Pressed): Step {
  const mode = modeOf(state);
  const isLine = mode === 'typing' || mode === 'asking';
  const { message: _, ...quiet } = state;
  if ('pasted' in pressed) return isLine ? type(quiet, pressed.pasted) : step(state);
  const named = actOf(mode, pressed.key);
  if (named !== undefined) return act(quiet, named);
  if (!isLine) return step(quiet);
  const edited = editTyped(lineOf(quiet), pressed.key);
  if (edited !== undefined) return withLine(quiet, edited);
  return isCharacter(pressed.key) ? type(quiet, pressed.key) : step(quiet);
}

/** Keys that write nothing have names in ASCII. */
function isCharacter(key: string): boolean {
  return key.length === 1 || !/^[a-z-]+$/.test(key);
}

function lineOf(state: State): Typed {
  return state.asking?.line ?? state.lists[state.tab].query;
}

function type(state: State, text: string): Step {
  return withLine(state, put(lineOf(state), text, LONGEST));
}

/** With another line: the list is asked for again where its text is another one. */
function withLine(state: State, line: Typed): Step {
  if (state.asking !== undefined) return step({ ...state, asking: { ...state.asking, line } });
  const list = state.lists[state.tab];
  if (typedText(line) !== typedText(list.query)) return withQuery(state, line);
  return step(withList(state, state.tab, { ...list, query: line }));
}
