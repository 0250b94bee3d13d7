import { useCell } from '../use-cell.ts';
import { waiting } from '../outbox/queue.ts';
import { boxName, marks, tick, type Ticked, waitingMark } from '../writes.ts';

interface Props {
  readonly what: Ticked;
  /** What the server said last; what was pressed since goes before it. */
  readonly done: boolean;
  readonly label: string;
  readonly pressed?: () => void;
}

/** A checkbox that writes. */
export function Tick({ what, done, label, pressed }: Props) {
  const marked = useCell(marks).get(boxName(what));
  const queued = waitingMark(useCell(waiting) ?? [], what);
  const checked = marked ?? queued ?? done;
  const press = () => {
    pressed?.();
    void tick(what, !checked, label);
  };
  return (
    <label class="tick">
      <input type="checkbox" aria-label={label} checked={checked} onChange={press} />
    </label>
  );
}
