import { Box } from 'ink';

import { middleRows } from './body-rows.ts';
import { footRows } from './foot-rows.ts';
import { headRows } from './head-rows.ts';
import { Line } from './line.tsx';
import type { Row } from './spans.ts';
import type { State } from './state.ts';

/**
 * The whole screen but its last row: ink would wipe what is above an output as tall as the
 * terminal. Only the rows that are on it are ever made.
 */
export function Screen({ state }: { readonly state: State }) {
  const height = Math.max(1, state.rows - 1);
  const [head, foot] = [headRows(state), footRows(state)];
  const middle = middleRows(state).slice(0, Math.max(0, height - 4));
  const gap = Array.from({ length: height - 4 - middle.length }, (): Row => []);
  // Where there is no room for all, the line that is typed and the keys stay.
  const rows = [...head, ...middle, ...gap, ...foot].slice(-height);
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {rows.map((row, i) => (
        <Line key={i} row={row} />
      ))}
    </Box>
  );
}
