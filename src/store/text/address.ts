/** Longer ones are no addresses that anybody opens. */
const LONGEST = 4096;

/** The address that is all of a text; undefined where there is more, or none. */
export function loneAddress(text: string): string | undefined {
  const trimmed = text.length > 2 * LONGEST ? '' : text.trim();
  return trimmed.length <= LONGEST && /^https?:\/\/\S+$/i.test(trimmed) ? trimmed : undefined;
}

/** The first address in a text, for a page that was said to be a link. */
export function firstAddress(text: string): string | undefined {
  return /https?:\/\/[^\s<>"'`()[\]]{1,4000}/i.exec(text)?.[0];
}

/** What leads to the same page with and without it: who sent the visitor. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|si)$/i;

/**
 * An address as addresses are compared: without scheme, `www.`, slash at the end, tracking and
 * fragment (but one that is a path). Undefined for what is no address.
 */
export function addressKey(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  const fragment = /^#[!/]/.test(url.hash) ? url.hash : '';
  return `${host}${path}${url.search}${fragment}`;
}
