import type { Command } from './command.ts';
import { openUrl } from './open-url.ts';
import { pageOf } from './page-of.ts';

export const command: Command = {
  group: 'Find and read',
  summary: "Open a page in the app, in this machine's browser.",
  words: 'page',
  examples: [
    'scrap open oven-manual',
    'scrap open 1',
    'open "$(scrap open oven-manual --json | jq -r .url)"',
  ],
  async run(call) {
    const { terminal } = call;
    const { page } = pageOf(call, 'open');
    const { slug, url } = await call.perform<{ slug: string; url: string }>('read', {
      page,
      text: false,
    });
    if (terminal.manner === 'json') return terminal.json({ slug, url });
    const isOpened = terminal.interactive && (await openUrl(url));
    terminal.print(url);
    if (terminal.interactive && !isOpened) {
      terminal.say('scrap: There is no browser here; open this address where there is one.');
    }
  },
};
