import type { GuardRules } from './guard-rules.ts';
import { CLOSE, isMcp, pathOf, type Refusal } from './refusal.ts';
import { SHARE } from './shared-text.ts';

/*
 * There is no login: reaching the port is the login. So every request must show that it comes
 * from this machine or through the owner's proxy, and not from a page of another site that a
 * browser of the owner happens to show.
 */

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  /** The request target as sent: `/api/search?query=kelp`. */
  readonly target: string;
  /** Names and values in turn (node's `rawHeaders`): a header sent twice is seen twice. */
  readonly headers: readonly string[];
}

/** What a rule looks at: the values of a header are all that were sent, in order. */
interface Seen {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly values: (name: string) => readonly string[];
}

type Rule = (seen: Seen, rules: GuardRules) => Refusal | undefined;

/** In this order: who is refused for a foreign Host learns nothing about the rest. */
const RULES: readonly Rule[] = [
  refuseMalformed,
  refuseHost,
  refuseFunnel,
  refuseStranger,
  refuseMethod,
  refuseOrigin,
  refuseOtherSite,
  refuseMediaType,
];

/**
 * Decides about a request before anything else looks at it: undefined lets it in. Pure, and
 * asked about every method and every upgrade.
 */
export function decide(request: Arrival, rules: GuardRules): Refusal | undefined {
  const sent = new Map<string, string[]>();
  for (let i = 0; i + 1 < request.headers.length; i += 2) {
    const name = (request.headers[i] ?? '').toLowerCase();
    const values = sent.get(name) ?? [];
    values.push(request.headers[i + 1] ?? '');
    sent.set(name, values);
  }
  const { method, target } = request;
  const seen: Seen = {
    method,
    target,
    path: pathOf(target),
    values: (name) => sent.get(name) ?? [],
  };
  for (const rule of RULES) {
    const refusal = rule(seen, rules);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseMalformed({ target, values }: Seen): Refusal | undefined {
  const whole = values('host').length === 1 && values('origin').length <= 1;
  if (whole && target.startsWith('/')) return undefined;
  return {
    status: 400,
    code: 'invalid',
    reason: 'bad_request',
    message: 'Send exactly one Host, at most one Origin, and a path that begins with a slash.',
    headers: CLOSE,
  };
}

/** Against rebinding this is the only defence: such a request carries no mark of a browser. */
function refuseHost({ values }: Seen, rules: GuardRules): Refusal | undefined {
  const host = (values('host')[0] ?? '').toLowerCase();
  const forwarded = values('x-forwarded-host').map((value) => value.toLowerCase());
  const known = rules.onSocket
    ? host === 'localhost' && forwarded.every(isPublic)
    : rules.localHosts.includes(host) || isPublic(host);
  if (known) return undefined;
  return refused(
    'host',
    'scrap does not answer to this name and port. Use 127.0.0.1 and its port, or set SCRAP_PUBLIC_URL to the address you call it by and start scrap serve again.',
  );

  function isPublic(name: string): boolean {
    return name === rules.publicHost;
  }
}

function refuseFunnel({ values }: Seen): Refusal | undefined {
  if (values('tailscale-funnel-request').length === 0) return undefined;
  return refused(
    'funnel',
    'This came through Tailscale Funnel, which opens scrap to the whole internet. Switch it off (tailscale funnel reset) and use tailscale serve, with SCRAP_PUBLIC_URL as the address.',
  );
}

function refuseStranger(seen: Seen, rules: GuardRules): Refusal | undefined {
  if (rules.owner === undefined || !cameThroughProxy(seen, rules)) return undefined;
  const logins = seen.values('tailscale-user-login');
  if (logins.length === 1 && logins[0] === rules.owner) return undefined;
  return refused(
    'user',
    'Only the Tailscale login in SCRAP_OWNER may use this scrap. Come in as that user (a tagged device has no login), or change or unset SCRAP_OWNER.',
  );
}

/**
 * The proxy passes Host on as its client chose it, so a stranger on the tailnet can call the
 * port 127.0.0.1 too. The headers that the proxy adds to everything tell the two apart; whoever
 * forges them locally only restricts himself.
 */
function cameThroughProxy({ values }: Seen, rules: GuardRules): boolean {
  const host = (values('host')[0] ?? '').toLowerCase();
  return (
    host === rules.publicHost ||
    (rules.onSocket && values('x-forwarded-host').length > 0) ||
    values('x-forwarded-for').length > 0 ||
    values('tailscale-user-login').length > 0
  );
}

function refuseMethod({ method, path }: Seen): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD' || method === 'POST') return undefined;
  const allow = isMcp(path) ? 'POST' : 'GET, HEAD, POST';
  return {
    status: 405,
    code: 'invalid',
    reason: 'method',
    message: `Use ${allow} here.`,
    headers: { ...CLOSE, allow },
  };
}

/** None is let in: only browsers send it, and for them Host and Sec-Fetch-Site cover the rest. */
function refuseOrigin(seen: Seen, rules: GuardRules): Refusal | undefined {
  const origin = seen.values('origin')[0];
  if (origin === undefined || rules.origins.includes(origin)) return undefined;
  if (origin === 'null' && isShare(seen)) return undefined;
  return refused(
    'origin',
    'Pages of other origins may not use scrap. If this is your own address, set SCRAP_PUBLIC_URL to it, with its scheme and port, and start scrap serve again.',
  );
}

/**
 * A device's share menu posts from no page, so that browsers say `null`. A page can bring them to
 * say that, too, but not that no other site had a hand in it.
 */
function isShare({ method, path, values }: Seen): boolean {
  const site = values('sec-fetch-site').join();
  return method === 'POST' && path === SHARE && (site === 'none' || site === 'same-origin');
}

/** `same-site` is foreign too: to a browser all machines of a tailnet are one site. */
function refuseOtherSite(seen: Seen): Refusal | undefined {
  const sites = seen.values('sec-fetch-site');
  if (sites.every((site) => site === 'same-origin' || site === 'none')) return undefined;
  if (isNavigation(seen) && isDocument(seen.path)) return undefined;
  return refused(
    'origin',
    'Another site asked for this. Open scrap by itself, at the address in SCRAP_PUBLIC_URL.',
  );
}

/** A link that was followed, in a tab of its own. */
function isNavigation({ method, values }: Seen): boolean {
  const mode = values('sec-fetch-mode').join();
  const dest = values('sec-fetch-dest').join();
  return method === 'GET' && mode === 'navigate' && dest === 'document';
}

/** The slug is matched as sent, so that nothing a URL parser would rewrite can hide in it. */
function isDocument(path: string): boolean {
  return (
    path === '/' ||
    path === '/add' ||
    /^\/p\/(?:[A-Za-z0-9-]|%[89A-Fa-f][0-9A-Fa-f])+$/.test(path) ||
    // a file is served as nothing that could act, and agents hand its address to people
    /^\/files\/[0-9a-f]{32}(?:\/[A-Za-z0-9%._~!'()*-]+)?$/.test(path)
  );
}

/**
 * Paths that take something else than JSON, with the media types they take: but for the share
 * menu's form, none that another site could send without asking first.
 */
const OTHER_MEDIA: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '/api/files',
    [
      'application/octet-stream',
      'application/pdf',
      'image/jpeg',
      'image/png',
      'image/gif',
      'image/webp',
      'image/avif',
      'image/heic',
      'image/heif',
    ],
  ],
  [SHARE, ['multipart/form-data']],
]);

/** JSON is also a guard: another site can post only plain text and forms without asking first. */
function refuseMediaType({ method, path, values }: Seen): Refusal | undefined {
  if (method !== 'POST') return undefined;
  const taken = OTHER_MEDIA.get(path) ?? ['application/json'];
  const types = values('content-type').map((value) => (value.split(';')[0] ?? '').trim());
  if (types.length === 1 && taken.includes((types[0] ?? '').toLowerCase())) return undefined;
  return {
    status: 415,
    code: 'invalid',
    reason: 'media_type',
    message: `Send it with Content-Type: ${taken.join(' or ')}. If you did, a proxy took it away: scrap doctor shows it.`,
    headers: CLOSE,
  };
}

function refused(reason: string, message: string): Refusal {
  return { status: 403, code: 'refused', reason, message, headers: CLOSE };
}
