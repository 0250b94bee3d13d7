import { isSecure, LOOPBACK, ScrapError } from '../store/index.ts';

/** Who may come in, for one listening server; `decide` in guard.ts applies them. */
export interface GuardRules {
  /** The Host values of callers on this machine, whole and in lower case. */
  readonly localHosts: readonly string[];
  /** The Host of the public URL, in lower case. */
  readonly publicHost: string | undefined;
  /** Compared exactly: scheme, name and port. */
  readonly origins: readonly string[];
  /** Over a Unix socket the proxy sends `Host: localhost` and the real one as X-Forwarded-Host. */
  readonly onSocket: boolean;
  readonly owner: string | undefined;
}

export interface GuardSettings {
  /** The TCP port on 127.0.0.1; absent on a Unix socket. */
  readonly port?: number | undefined;
  /** SCRAP_PUBLIC_URL: `https://box.tail1234.ts.net`. */
  readonly publicUrl?: string | undefined;
  /** SCRAP_OWNER: the one Tailscale login that may come in through the proxy. */
  readonly owner?: string | undefined;
}

/**
 * The rules for one listening server. Throws `invalid` for a public URL that is not a bare
 * origin, or that is plain http to another machine, and for an owner that is not a login.
 */
export function guardRules({ port, publicUrl, owner }: GuardSettings): GuardRules {
  const outside = publicUrl === undefined ? undefined : originOf('SCRAP_PUBLIC_URL', publicUrl);
  if (owner !== undefined && !/^[\x21-\x7e]{1,254}$/.test(owner)) {
    throw setting('SCRAP_OWNER', 'must be one Tailscale login, such as ann@example.com');
  }
  // URL drops the port where it is the scheme's default, and so do clients.
  const local = port === undefined ? [] : LOOPBACK.map((name) => new URL(`http://${name}:${port}`));
  return {
    localHosts: port === undefined ? ['localhost'] : local.map((url) => url.host),
    publicHost: outside?.host,
    origins: [...local, ...(outside === undefined ? [] : [outside])].map((url) => url.origin),
    onSocket: port === undefined,
    owner,
  };
}

/**
 * The address of a server, as the setting `name` gives it. Browsers mark what other sites ask for
 * (Sec-Fetch-Site) only towards https and loopback, so a plain http name elsewhere would be open
 * to every page its owner visits. Throws `invalid` for that, and for all that is no bare origin.
 */
export function originOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSecure(url)) {
    throw setting(name, 'must begin with https:// (http:// only for this machine)');
  }
  if (url.href !== `${url.origin}/` || /[?#@]/.test(text)) {
    throw setting(name, 'must end after the name and port: no path, query or user');
  }
  return url;
}

function setting(name: string, rule: string): ScrapError {
  return new ScrapError('invalid', `${name} ${rule}. Change it or unset it.`, {
    reason: 'bad_setting',
    setting: name,
  });
}
