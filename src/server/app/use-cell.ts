import { useEffect, useState } from 'preact/hooks';

import type { Cell } from './cell.ts';

/** A cell's value, which draws the component anew when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [value, setValue] = useState(cell.value);
  useEffect(() => {
    setValue(() => cell.value); // it may have changed between drawing and watching
    return cell.watch(() => setValue(() => cell.value));
  }, [cell]);
  return value;
}
