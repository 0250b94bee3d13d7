import { expect, onTestFinished, test } from 'vitest';

import { serveApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';

/** What strangers write into texts, titles, tags and origins in the hope that it runs. */
const PAYLOADS = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '<svg onload=ran()><circle/></svg>',
  '<svg><script href="data:,ran()"/></svg>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<math><mtext></p><style><img src=x onerror=ran()></style></math>',
  '<details open ontoggle=ran()>',
  '[a](javascript:ran())',
  '[a](JaVaScRiPt&colon;ran())',
  '[a]( java\tscript:ran())',
  '[a](data:text/html,<script>ran()</script>)',
  '![a](javascript:ran())',
  '![a](https://evil.test/pixel.png)',
  '<javascript:ran()>',
  '[a][b]\n\n[b]: javascript:ran() "onmouseover=ran()"',
  '[a](https://x.test/ "\\" onmouseover=ran() x=\\"")',
  '[[a"onmouseover=ran()|<img src=x onerror=ran()>]]',
  '[[javascript:ran()]]',
  '- [ ] "><img src=x onerror=ran()>',
  '```<img src=x onerror=ran()>\n</code><script>ran()</script>\n```',
  '```html\n<script>ran()</script>\n```',
  '`</code><img src=x onerror=ran()>`',
  '| <img src=x onerror=ran()> |\n|:--" onload=ran() |\n| x |',
  'x[^<img src=x onerror=ran()>]\n\n[^<img src=x onerror=ran()>]: <script>ran()</script>',
  '&lt;script&gt;ran()&lt;/script&gt; &#60;img src=x onerror=ran()&#62;',
  '**<b onclick=ran()>hit</b>** https://x.test/"onmouseover=ran()',
  '<a href="vbscript:ran()" style="position:fixed;inset:0">everything</a>',
  '<base href="https://evil.test/"><meta http-equiv=refresh content="0;url=javascript:ran()">',
];

interface Watched {
  readonly ran: number;
  readonly reports: readonly string[];
}

test('nothing that is written into a page runs, and nothing is even tried', async () => {
  const app = await serveApp();
  const slugs: string[] = [];
  for (const [i, payload] of PAYLOADS.entries()) {
    const inline = payload.replaceAll(/\s+/g, ' ');
    const page = await app.post(
      'add',
      {
        text: `needle ${payload}`,
        title: `${i} ${inline}`.slice(0, 200),
        origin: inline,
        tags: [`needle/${i}`],
      },
      { 'scrap-author': 'claude' },
    );
    const todo = await app.post('add', { text: payload, kind: 'todo', due: 'today' });
    const tagged = await app.post('add', {
      text: `---\ntags: [${JSON.stringify(inline)}]\ntitle: ${JSON.stringify(inline)}\n---\n${payload}`,
    });
    slugs.push(page.slug, todo.slug, tagged.slug);
  }

  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  // The worker would answer some requests before they can be seen here.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const watched = { ran: 0, reports: [] as string[] };
    Object.assign(window, { watched, ran: () => (watched.ran += 1) });
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.reports.push(`${event.violatedDirective} ${event.sample}`),
    );
  });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss());

  const views = ['/', '/todos', '/tags', '/search?query=needle', '/search?query=is%3Aclaude'];
  const pages = slugs.map((slug) => `/p/${encodeURIComponent(slug)}`);
  for (const path of [...views, ...pages]) {
    await page.goto(app.url + path);
    await page.locator('.row, .prose > *, .tags li').first().waitFor();
    // What waits for a hand gets one.
    for (const link of await page.locator('.prose a').all()) await link.hover({ force: true });
    const { ran, reports } = await page.evaluate(
      () => (window as unknown as { watched: Watched }).watched,
    );
    expect({ path, ran, reports }).toEqual({ path, ran: 0, reports: [] });
    const odd = await page.evaluate(() => {
      const isOdd = (name: string) =>
        name.startsWith('on') || name === 'style' || name === 'srcdoc';
      const elements = [...document.querySelectorAll('#app *')];
      const scripts = elements.filter((element) =>
        element.matches('script, iframe, img, base, meta'),
      );
      const handlers = elements.filter((element) => element.getAttributeNames().some(isOdd));
      const links = [...document.querySelectorAll<HTMLAnchorElement>('#app a')].filter(
        ({ protocol }) => !['http:', 'https:', 'mailto:'].includes(protocol),
      );
      return [...scripts, ...handlers, ...links].map(({ outerHTML }) => outerHTML);
    });
    expect({ path, odd }).toEqual({ path, odd: [] });
  }
  expect(elsewhere).toEqual([]);

  // The watch itself: what is put in by force is stopped, and reported.
  const forced = await page.evaluate(async () => {
    const reported = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', resolve);
    });
    try {
      document.body.innerHTML = '<img src=x onerror=ran()>';
      return 'let in';
    } catch {
      await reported;
      return (window as unknown as { watched: Watched }).watched;
    }
  });
  expect(forced).toMatchObject({ ran: 0, reports: [expect.stringContaining('trusted')] });
}, 150_000);
