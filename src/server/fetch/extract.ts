import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { cleanLine, cleanText, LONGEST_TEXT } from './clean.ts';
import type { Extracted } from './extracted.ts';
import { toMarkdown } from './markdown.ts';

/** Characters of what a page says about itself. */
const LONGEST = { title: 300, description: 1_000, word: 200, address: 2_000 };

/** Of a page with more tags only the head is looked at: the whole would take many seconds. */
const MOST_TAGS = 60_000;
const HEAD = 64 * 1024;

/**
 * What an HTML page says about itself, and what of it is to be read: everything else, scripts and
 * markup first, is left behind. `told` hears the first before the second is begun, which may take
 * minutes and much memory: so this runs in a thread of its own (`extractInThread`).
 */
export function extract(
  html: string,
  url: string,
  told: (said: Extracted) => void = () => {},
): Extracted {
  const isHuge = html.split('<', MOST_TAGS + 1).length > MOST_TAGS;
  const { document } = parseHTML(whole(isHuge ? html.slice(0, HEAD) : html));
  const said = saidIn(document, url);
  const own = extracted(said);
  told(own);
  const article = isHuge ? null : readable(document);
  if (article === null) return own;
  const { title, excerpt, siteName, byline, publishedTime, content } = article;
  const text = typeof content === 'string' ? readableText(content, url) : undefined;
  const found = {
    title: said.title ?? title,
    description: said.description ?? excerpt,
    site: said.site ?? siteName,
    author: said.author ?? byline,
    published: said.published ?? publishedTime,
    picture: said.picture,
  };
  return { ...extracted(found), ...filled('text', text) };
}

type Said = Partial<Record<Exclude<keyof Extracted, 'text'>, string | null | undefined>>;

/** What was said, cleaned and bounded. */
function extracted(said: Said): Extracted {
  return {
    ...filled('title', cleanLine(said.title, LONGEST.title)),
    ...filled('description', cleanLine(said.description, LONGEST.description)),
    ...filled('site', cleanLine(said.site, LONGEST.word)),
    ...filled('author', cleanLine(said.author, LONGEST.word)),
    ...filled('published', dayIn(said.published)),
    ...filled('picture', said.picture ?? undefined),
  };
}

/** Pages may leave out the tags of the whole and of its body, which the parser does not add. */
function whole(html: string): string {
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html);
  return isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}

type Page = ReturnType<typeof parseHTML>['document'];

function saidIn(document: Page, url: string): Said {
  const said = new Map<string, string>();
  for (const meta of document.querySelectorAll('meta')) {
    const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
    const content = meta.getAttribute('content');
    if (content !== null && content.trim() !== '' && !said.has(name.toLowerCase())) {
      said.set(name.toLowerCase(), content);
    }
  }
  const first = (...names: readonly string[]) =>
    names.map((name) => said.get(name)).find((each) => each !== undefined);
  return {
    title: first('og:title', 'twitter:title') ?? document.querySelector('title')?.textContent,
    description: first('og:description', 'description', 'twitter:description'),
    site: first('og:site_name', 'application-name'),
    author: first('author', 'article:author', 'twitter:creator'),
    published: first('article:published_time', 'date', 'dc.date'),
    picture: addressOf(first('og:image', 'twitter:image'), url),
  };
}

function readable(document: Page) {
  try {
    return new Readability(document, {
      charThreshold: 200,
    }).parse();
  } catch {
    return null; // a page so odd that it cannot be read; what it says about itself stands
  }
}

function readableText(html: string, url: string): string | undefined {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const markdown = toMarkdown(document.body, (address) => addressOf(address, url));
  return cleanText(markdown, LONGEST_TEXT) || undefined;
}

/** Only what can be opened without harm. */
function addressOf(address: string | undefined, base: string): string | undefined {
  if (address === undefined || !URL.canParse(address, base)) return undefined;
  const { protocol, href } = new URL(address, base);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && href.length <= LONGEST.address ? href : undefined;
}

function dayIn(written: string | null | undefined): string | undefined {
  const found =
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
  const day = (written ?? '').trim();
  return found.test(day) && !Number.isNaN(Date.parse(day.slice(0, 10))) ? day : undefined;
}

function filled<K extends keyof Extracted>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as Pick<Extracted, K> | object;
}
