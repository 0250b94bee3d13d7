/** Where the share menu of a device posts to, as the app's manifest says. */
export const SHARE = '/share';

/** What the share menu of a device hands over; each may be missing. */
export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** The fields of `add` that a share becomes. */
export interface SharedPage {
  readonly text: string;
  readonly title?: string;
}

/** How many characters a title may have. */
const LONGEST_TITLE = 300;

const ADDRESS = /^https?:\/\/\S+$/i;

/**
 * A page from what was shared, or undefined where that is nothing. Applications fill the three
 * fields as they like (the address in the text or as the title, the title again in the text), so
 * each thing is taken once: an address stands alone in the text or on its last line, the title is
 * the title. `files` are the names of what was shared with it: then there may be no words.
 */
export function pageOfShare(shared: Shared, files: readonly string[] = []): SharedPage | undefined {
  const [title, text, url] = [shared.title.trim(), shared.text.trim(), shared.url.trim()] as const;
  const address = [url, text, title].find((field) => ADDRESS.test(field)) ?? '';
  const name = title === address || files.includes(title) ? '' : title;
  const words = joined(without(text, address), url === address ? '' : url);
  if (words === '' && address === '') {
    if (files.length > 0) return page(name, '');
    return name === '' ? undefined : { text: name };
  }
  const last = name === '' && address === '' ? lastAddress(words) : undefined;
  if (last !== undefined) return page(last.before, last.address);
  const isIn = words.split(/\s+/).includes(address);
  return page(name, joined(words === name ? '' : words, isIn ? '' : address));
}

/** One line of words that ends in an address, as browsers share a page. */
function lastAddress(words: string): { before: string; address: string } | undefined {
  const blank = words.lastIndexOf(' ');
  const address = words.slice(blank + 1);
  if (blank === -1 || words.includes('\n') || !ADDRESS.test(address)) return undefined;
  const before = words.slice(0, blank).trim();
  return before.length > LONGEST_TITLE || before.includes('://') ? undefined : { before, address };
}

/** A text without an address that stands at its end or is all of it. */
function without(text: string, address: string): string {
  if (address === '' || !text.endsWith(address)) return text;
  const before = text.slice(0, -address.length);
  return before === '' || /\s$/.test(before) ? before.trimEnd() : text;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function page(title: string, text: string): SharedPage {
  if (title === '') return { text };
  if (title.length > LONGEST_TITLE) return { text: joined(title, text) };
  return { title, text };
}
