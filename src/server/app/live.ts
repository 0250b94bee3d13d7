import { reachable } from './api.ts';
import { somethingChanged } from './news.ts';
import type { News } from './shapes.ts';

/** Called when the server is there again after it was away. */
type Back = () => void;

/** So long may the stream be away before the app says so, in ms: a server that restarts. */
const PATIENCE = 2_000;

/**
 * Listens to what changes in the store, but only while somebody looks: browsers allow six
 * connections to a plain http server, over all tabs.
 */
export function listen(back: Back): void {
  let stream: EventSource | undefined;
  let last: number | undefined;
  let away: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    if (document.visibilityState === 'hidden') {
      stream?.close();
      stream = undefined;
      clearTimeout(away);
    } else if (stream === undefined || stream.readyState === EventSource.CLOSED) open();
  };
  const tell = (number: number) => {
    const isNew = last !== undefined && number !== last;
    last = number;
    if (isNew) somethingChanged();
  };

  function open(): void {
    stream = new EventSource(`/api/events${last === undefined ? '' : `?after=${last}`}`);
    stream.addEventListener('ready', (event) => {
      clearTimeout(away);
      away = undefined;
      const wasAway = !reachable.value;
      reachable.set(true);
      tell(numberIn(event));
      if (wasAway) somethingChanged();
      back();
    });
    stream.addEventListener('change', (event) => tell(numberIn(event)));
    stream.addEventListener('error', () => {
      away ??= setTimeout(() => reachable.set(false), PATIENCE);
    });
  }

  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  // A refused stream (too many listeners, a server that is starting) is not opened again by itself.
  setInterval(look, 10_000);
  look();
}

function numberIn(event: MessageEvent<string>): number {
  const { number } = JSON.parse(event.data) as News;
  return number;
}
