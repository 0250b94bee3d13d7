import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { SHARE } from '../shared-text.ts';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    // Icons stay files: the page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  plugins: [
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      // The app registers its worker itself: that needs the one Trusted Types policy.
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,webmanifest,svg,png}'],
        globIgnores: ['icons/maskable.png', 'icons/scrap-512.png'],
        // The server gives the document at /, and at no other name.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) =>
              entry.url === 'index.html' ? { ...entry, url: '/' } : entry,
            ),
          }),
        ],
      },
      manifest: {
        id: '/',
        name: 'scrap',
        short_name: 'scrap',
        description: "A scrapbook for one person and that person's agents.",
        lang: 'en',
        start_url: '/?src=pwa',
        scope: '/',
        display: 'standalone',
        background_color: '#faf8f3',
        theme_color: '#faf8f3',
        launch_handler: { client_mode: ['navigate-existing', 'auto'] },
        icons: [
          { src: '/icons/scrap-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/scrap-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/scrap.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        ],
        share_target: {
          action: SHARE,
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['image/*', 'application/pdf'] }],
          },
        },
        shortcuts: [
          { name: 'Write something', url: '/add' },
          { name: 'Search', url: '/search' },
          { name: 'Todos', url: '/todos' },
        ],
      },
    }),
  ],
});
