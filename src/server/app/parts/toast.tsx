import { useCell } from '../use-cell.ts';
import { toast, undoLast } from '../toast.ts';

/** What was done just now, with the way to take it back. */
export function ToastLine() {
  const said = useCell(toast);
  return (
    <div class="toast" role="status">
      {said !== undefined && (
        <p>
          <span>{said.text}</span>
          {said.undo !== undefined && (
            <button type="button" onClick={undoLast}>
              Undo
            </button>
          )}
        </p>
      )}
    </div>
  );
}
