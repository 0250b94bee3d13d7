import { ScrapError } from '../store/index.ts';

const PATIENCE = 10_000;

/** What a failed connection means, by node's code for it, and how to mend it. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Start it with scrap serve.',
  ENOTFOUND:
    'The name is not known. See that Tailscale is on here and there, and how SCRAP_PUBLIC_URL is spelled.',
  EAI_AGAIN: 'The name cannot be looked up now. See that Tailscale is on.',
  EHOSTUNREACH: 'There is no way to that machine. See that it is on and that Tailscale is on.',
  ETIMEDOUT: 'That machine does not answer. See that it is on and that Tailscale is on.',
  CERT_HAS_EXPIRED: 'Its certificate has expired. Run tailscale cert there, or restart Tailscale.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Its certificate is its own. Use the address that tailscale serve shows.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another name. Use the full name that tailscale serve shows.',
};

/** What a server's status means that is not scrap's own answer. */
const STATUS: Readonly<Record<number, string>> = {
  404: 'Something else answers there, or scrap serve runs with --mcp off.',
  405: 'Something else answers there.',
  413: 'A proxy on the way takes no body of this size.',
  502: 'The proxy finds nothing behind it. Start scrap serve, and see that tailscale serve points at its port.',
  503: 'scrap is just being stopped, or has too much to do. Try again.',
};

/** What is looked at in an answer, of whatever server. */
export interface Answer {
  readonly error?: { readonly message?: string };
  readonly result?: { readonly serverInfo?: { readonly name?: unknown } };
  readonly pages?: unknown;
}

/**
 * Posts JSON to a server and gives what it answers with 200. Throws `busy` where nothing answers,
 * `refused` where it is scrap that refuses, and `invalid` for any other answer; each says how to
 * mend it.
 */
export async function post(url: URL, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((error: unknown) => {
    const code = codeOf(error);
    throw new ScrapError('busy', UNREACHABLE[code] ?? `It cannot be reached (${code}).`, {
      reason: 'away',
    });
  });
  const answer = parsed(await response.text());
  const message = answer?.error?.message;
  if (response.status === 403 && message !== undefined) throw new ScrapError('refused', message);
  const to = response.headers.get('location');
  if (to !== null) throw notScrap(`It sends clients on to ${to}. Use that address instead.`);
  if (response.status !== 200) {
    throw notScrap(
      message ?? STATUS[response.status] ?? `It answers with status ${response.status}.`,
    );
  }
  return answer ?? {};
}

/** The error for an answer that scrap would not give. */
export function notScrap(message: string): ScrapError {
  return new ScrapError('invalid', message, { reason: 'endpoint' });
}

function parsed(text: string): Answer | undefined {
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return code ?? message.slice(0, 60);
}
