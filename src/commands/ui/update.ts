import { came } from './came.ts';
import type { Event } from './effect.ts';
import { press } from './press.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';

/** What follows from an event: the next state, and what it asks of the world. */
export function update(state: State, event: Event): Step {
  return event.is === 'pressed' ? press(state, event.pressed) : came(state, event);
}
