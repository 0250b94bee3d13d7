import { useEffect, useRef } from 'preact/hooks';

import { KEYS } from '../keys.ts';

/** The list of keys, over the page. */
export function Shortcuts({ shown, close }: { shown: boolean; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts-title" onClose={close}>
      <h2 id="shortcuts-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        <a href="/phone.html" target="_blank">
          scrap on a phone
        </a>
      </p>
      <form method="dialog">
        <button class="quiet">Close</button>
      </form>
    </dialog>
  );
}
