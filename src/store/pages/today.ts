import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';
import { dayIn } from '../text/days.ts';

/** The day it is for a caller, `YYYY-MM-DD`: in its zone, else in the owner's. */
export function todayOf(store: Store, caller: Caller): string {
  return dayIn(caller.zone ?? store.setting.zone, saidAt(store, caller));
}

/** When a caller says what it says. */
export function saidAt(store: Store, caller: Caller): Date {
  return caller.said ?? store.setting.now();
}
