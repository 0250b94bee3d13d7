/*
 * The one place where text becomes markup or a script. The page's policy (CSP) lets nothing else
 * do it: any other file that tries makes the browser throw.
 */

/** What the browser gives are objects that may stand where it asks for such strings. */
interface Policy {
  readonly createHTML: (html: string) => string;
  readonly createScriptURL: (url: string) => string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: Policy) => Policy;
    };
  }
}

const WORKER = '/sw.js';

const rules: Policy = {
  // Only the server's rendered Markdown comes here, in which no markup of a page's own is left.
  createHTML: (html) => html,
  createScriptURL(url) {
    if (url === WORKER) return url;
    throw new TypeError('Only the service worker is loaded by address.');
  },
};

const policy = window.trustedTypes?.createPolicy('scrap', rules) ?? rules;

/** Shows a page as the server rendered it. */
export function showRendered(element: Element, html: string): void {
  element.innerHTML = policy.createHTML(html);
}

/** The service worker's address, as `register` takes it. */
export function workerUrl(): string {
  return policy.createScriptURL(WORKER);
}
