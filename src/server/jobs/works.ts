import type { Works } from '../../store/index.ts';

/** What does the jobs of each kind, here on this machine. */
export function works(): Works {
  return {};
}
