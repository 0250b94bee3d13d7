import type { Call } from './command.ts';
import type { Written } from './written.ts';

/** Has links fetched that may lead inside, and says when nobody is there to fetch any. */
export async function followLinks(call: Call, pages: readonly Written[]): Promise<void> {
  const { terminal, flags } = call;
  const links = pages.filter((page) => page.kind === 'link' && page.created);
  if (links.length === 0) return;
  if (flags['allow_private'] === true) {
    for (const { slug } of links) await call.perform('fetch', { page: slug, allow_private: true });
  } else if (flags['fetch'] === false) return;
  const { jobs, warnings } = await call.perform<{ jobs: unknown[]; warnings?: string[] }>('jobs', {
    kind: 'fetch',
    limit: 1,
  });
  if (jobs.length === 0 || warnings === undefined || terminal.manner === 'json') return;
  terminal.say('scrap: it is fetched once scrap serve runs, or now by: scrap jobs run');
}
