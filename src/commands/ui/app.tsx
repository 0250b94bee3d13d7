import { useInput } from 'ink';
import { useRef } from 'react';

import { Coloured } from './line.tsx';
import { listener, type Pressed } from './pressed.ts';
import { Screen } from './screen.tsx';
import type { State } from './state.ts';

/** The screen and its keyboard: all that ink is given. */
export function App(props: {
  readonly state: State;
  readonly press: (pressed: Pressed) => void;
  readonly isColoured: boolean;
}) {
  const { state, press, isColoured } = props;
  // One for as long as the screen is there: a paste may go on over many reads.
  const hear = useRef<ReturnType<typeof listener>>(undefined);
  hear.current ??= listener();
  useInput((input, key) => hear.current?.(input, key).forEach(press));
  return (
    <Coloured value={isColoured}>
      <Screen state={state} />
    </Coloured>
  );
}
