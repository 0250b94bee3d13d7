import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { cleanLine, cleanText, LONGEST_TEXT } from './clean.ts';
import type { Extracted } from './extracted.ts';
import { toMarkdown } from './markdown.ts';

/** Characters of what a page says about itself. */
const LONGEST = { title: 300, description: 1_000, word: 200, address: 2_000 };

/** A page with more elements is not looked through for its text: that takes seconds. */
const MOST_ELEMENTS = 50_000;

/**
 * What an HTML page says about itself, and what of it is to be read: everything else, scripts and
 * markup first, is left behind. It may take seconds and much memory, and so runs in a thread of
 * its own (`extractInThread`).
 */
export function extract(html: string, url: string): Extracted {
  const { document } = parseHTML(whole(html));
  const said = saidIn(document, url);
  const article = readable(document);
  const text =
    typeof article?.content === 'string' ? readableText(article.content, url) : undefined;
  return {
    ...filled('title', cleanLine(said.title ?? article?.title, LONGEST.title)),
    ...filled('description', cleanLine(said.description ?? article?.excerpt, LONGEST.description)),
    ...filled('site', cleanLine(said.site ?? article?.siteName, LONGEST.word)),
    ...filled('author', cleanLine(said.author ?? article?.byline, LONGEST.word)),
    ...filled('published', dayIn(said.published ?? article?.publishedTime)),
    ...filled('picture', said.picture),
    ...filled('text', text),
  };
}

/** Pages may leave out the tags of the whole and of its body, which the parser does not add. */
function whole(html: string): string {
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html);
  return isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}

type Page = ReturnType<typeof parseHTML>['document'];

function saidIn(document: Page, url: string) {
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
  if (document.querySelectorAll('*').length > MOST_ELEMENTS) return null;
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
