/**
 * Stand on every answer. The policy allows the app's own files and nothing else: page text is
 * written by strangers, and this is the second wall behind the Markdown renderer.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types scrap',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages never lie in a browser's cache; what may, such as the app's own files, says so itself.
  'cache-control': 'no-store',
};

/**
 * Stands on the answers of operations: the number of the latest change, by which a caller with a
 * copy of the store knows without asking that there is nothing new.
 */
export const LATEST_CHANGE = 'scrap-change';

/**
 * Whether an Accept header lets JSON through (RFC 9110 §12.5.1): an absent one and any type do, the most
 * specific range decides, and `q=0` excludes.
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, excluded: parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) };
  });
  for (const wanted of ['application/json', 'application/*', '*/*']) {
    const range = ranges.find(({ type }) => type === wanted);
    if (range !== undefined) return !range.excluded;
  }
  return false;
}
