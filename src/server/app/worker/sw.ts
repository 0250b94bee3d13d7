import { ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

import { flush } from '../outbox/queue.ts';
import { SYNC } from '../outbox/sync.ts';
import { SHARE } from '../../shared-text.ts';
import { takeShare } from './share.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The app's own files, put in by the build. */
  readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[];
  /** Background Sync, which not every browser has. */
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** How long the network is waited for before what was kept is shown, in seconds. */
const PATIENCE = 4;

// The app is one script, so a new worker never leaves an open page without a part of the old one.
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE,
  ({ request, event }) => takeShare(request, self.registration, (work) => event.waitUntil(work)),
  'POST',
);
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC) event.waitUntil(sendOrAskAgain());
});

/** What cannot be sent is an error to the browser, which then wakes this worker another time. */
async function sendOrAskAgain(): Promise<void> {
  if (!(await flush())) throw new Error('not everything could be sent yet');
}

precacheAndRoute([...self.__WB_MANIFEST]);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/'), {
    denylist: [/^\/(?:api|files|healthz|mcp|phone\.html|pictures)/],
  }),
);

/** Says to the app that an answer is not of now. */
const markKept = {
  cachedResponseWillBeUsed: ({ cachedResponse }: { cachedResponse?: Response | undefined }) => {
    if (cachedResponse === undefined) return Promise.resolve(null);
    const headers = new Headers(cachedResponse.headers);
    headers.set('x-scrap-kept', '1');
    const { status, statusText } = cachedResponse;
    return Promise.resolve(new Response(cachedResponse.body, { status, statusText, headers }));
  },
};

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/page/'),
  new NetworkFirst({
    cacheName: 'pages',
    networkTimeoutSeconds: PATIENCE,
    plugins: [markKept, new ExpirationPlugin({ maxEntries: 200 })],
  }),
);
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && /^\/api\/(?:query|recent|searches|tags|todos)$/.test(url.pathname),
  new NetworkFirst({
    cacheName: 'lists',
    networkTimeoutSeconds: PATIENCE,
    plugins: [markKept, new ExpirationPlugin({ maxEntries: 20 })],
  }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  new CacheFirst({ cacheName: 'pictures', plugins: [new ExpirationPlugin({ maxEntries: 200 })] }),
);
