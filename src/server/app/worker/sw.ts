import { ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & {
  /** The app's own files, put in by the build. */
  readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[];
};

/** How long the network is waited for before what was kept is shown, in seconds. */
const PATIENCE = 4;

// The app is one script, so a new worker never leaves an open page without a part of the old one.
void self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

precacheAndRoute([...self.__WB_MANIFEST]);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/'), { denylist: [/^\/(?:api|mcp|healthz)/] }),
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
