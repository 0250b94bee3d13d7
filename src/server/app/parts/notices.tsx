import { reachable } from '../api.ts';
import { useCell } from '../use-cell.ts';
import { storageWorks } from '../outbox/storage.ts';

/** What is not as usual with the network, the browser or the address, in a sentence each. */
export function Notices() {
  const isReachable = useCell(reachable);
  const isStored = useCell(storageWorks);
  return (
    <div role="status">
      {!isReachable && (
        <p class="notice">
          Offline. You see what was kept on this device; what you write waits here until it can be
          sent.
        </p>
      )}
      {!isStored && (
        <p class="notice">
          This browser keeps nothing for scrap, so what waits here is lost when the tab is closed.
          Leave the private window, or allow this site to store data.
        </p>
      )}
      {!isSecureContext && (
        <p class="notice">
          Opened over plain http, so nothing can be read offline and the app cannot be installed.
          Open it by its https address: tailscale serve gives it one.
        </p>
      )}
    </div>
  );
}
