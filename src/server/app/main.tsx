import { render } from 'preact';

import { App } from './app.tsx';
import { keepLatest } from './keep.ts';
import { listen } from './live.ts';
import { startOutbox } from './outbox/outbox.ts';
import { flush } from './outbox/queue.ts';
import { workerUrl } from './trusted.ts';

const root = document.getElementById('app');
if (root === null) throw new Error('the document has no place for the app');
render(<App />, root);

startOutbox();
listen(() => {
  void flush();
  setTimeout(() => void keepLatest(), 3_000);
});

// Over plain http there is none; the app works without it, but not offline.
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register(workerUrl(), { scope: '/' }).catch((error: unknown) => {
    console.warn(
      'scrap: the service worker could not be installed, so nothing works offline.',
      error,
    );
  });
}
