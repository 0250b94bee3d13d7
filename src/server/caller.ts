import { type Author, type Caller, invalid, type Source } from '../store/index.ts';

/** As long as SCRAP_CLIENT at a terminal may be. */
const LONGEST_LABEL = 60;

/**
 * Who calls over HTTP. Reaching the port makes a caller the owner; its headers may say through
 * which of the owner's programs (`Scrap-Source`), in which zone (`Scrap-Zone`), and that it
 * writes for an agent (`Scrap-Author: claude`), which lowers what it may do, under a label
 * (`Scrap-Client`), and when it was said, of what was kept until now (`Scrap-Said`). Nothing raises
 * it: any other value is `invalid`.
 */
export function callerOf(headers: Headers): Caller {
  const zone = headers.get('scrap-zone');
  const client = headers.get('scrap-client');
  const said = headers.get('scrap-said');
  return {
    door: 'http',
    author: oneOf<Author>(headers, 'Scrap-Author', ['me', 'claude']) ?? 'me',
    source: oneOf<Source>(headers, 'Scrap-Source', ['cli', 'pwa', 'share']) ?? 'http',
    here: false,
    ...(client === null ? {} : { client: label(client) }),
    ...(said === null ? {} : { said: moment(said) }),
    ...(zone === null ? {} : { zone: knownZone(zone) }),
  };
}

function oneOf<T extends string>(
  headers: Headers,
  name: string,
  values: readonly T[],
): T | undefined {
  const sent = headers.get(name);
  if (sent === null) return undefined;
  const value = values.find((one) => one === sent);
  if (value !== undefined) return value;
  throw invalid(`${name} may be ${values.join(', ')}, or left out.`, { header: name });
}

/** Percent-encoded, since a header holds no letters but ASCII. */
function label(sent: string): string {
  try {
    const client = decodeURIComponent(sent);
    if (client !== '' && client.length <= LONGEST_LABEL && !client.includes('\0')) return client;
  } catch {
    // Not percent-encoded UTF-8.
  }
  throw invalid(
    `Scrap-Client must be a label of at most ${LONGEST_LABEL} characters, percent-encoded, or be left out.`,
    { header: 'Scrap-Client' },
  );
}

/** A time as every time here is written; what is to come is taken for now. */
function moment(said: string): Date {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(said) ? Date.parse(said) : NaN;
  if (!Number.isNaN(time)) return new Date(Math.min(time, Date.now()));
  throw invalid('Scrap-Said must be a time such as 2026-12-24T08:30:00Z, or be left out.', {
    header: 'Scrap-Said',
  });
}

function knownZone(zone: string): string {
  try {
    // Newer engines also take offsets such as +02:00, which know no summer time.
    if (/^[A-Za-z]/.test(zone))
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // Not a zone.
  }
  throw invalid('Scrap-Zone must be an IANA time zone, such as Europe/Zurich, or be left out.', {
    header: 'Scrap-Zone',
  });
}
