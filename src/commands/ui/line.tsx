import { Text, type TextProps } from 'ink';
import { createContext, useContext } from 'react';

import type { Look, Row } from './spans.ts';

/** Whether there are colours; without them weight and lines tell things apart. */
export const Coloured = createContext(true);

const COLOURED: Readonly<Record<Look, TextProps>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  accent: { color: 'cyan' },
  cursor: { inverse: true },
  hit: { bold: true },
  late: { color: 'red' },
  added: { color: 'green' },
  removed: { color: 'red' },
};

const PLAIN: Readonly<Record<Look, TextProps>> = {
  ...COLOURED,
  accent: { bold: true },
  late: { bold: true },
  added: { underline: true },
  removed: { strikethrough: true },
};

/** One row of the screen. */
export function Line({ row }: { readonly row: Row }) {
  const looks = useContext(Coloured) ? COLOURED : PLAIN;
  const shown = row.filter(({ text }) => text !== '');
  // A row of nothing would have no height.
  if (shown.length === 0) return <Text> </Text>;
  return (
    <Text wrap="truncate-end">
      {shown.map(({ text, look = 'plain' }, i) => (
        <Text key={i} {...looks[look]}>
          {text}
        </Text>
      ))}
    </Text>
  );
}
