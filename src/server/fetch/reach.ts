import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

import { FetchFailure } from './failure.ts';

/** Which addresses and ports may be asked. */
export interface Reach {
  readonly address: (ip: string) => boolean;
  readonly port: (port: number) => boolean;
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** The web as everybody sees it. */
export const PUBLIC: Reach = { address: isPublic, port: (port) => WEB_PORTS.has(port) };

/** The owner's own network too: for who sits at the store's own terminal and said so. */
export const ANYWHERE: Reach = { address: () => true, port: () => true };

/**
 * Whether an address is one of the public internet: neither this machine, nor a private or local
 * network, a tailnet, multicast, documentation, nor one that stands for an IPv4 address inside.
 */
export function isPublic(ip: string): boolean {
  if (isIP(ip) === 0) return false; // ipaddr.js also reads 1.2.3 and the like
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is given out; `::127.0.0.1` and others outside pass for unicast.
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

/**
 * Reads an address that a person or a page gave, and refuses what is never asked: other schemes,
 * names and passwords in it, other ports, and literal addresses that are not within reach, in
 * whatever spelling (`127.1`, `0x7f000001`, `[::ffff:7f00:1]`: the URL standard makes one of them).
 */
export function checkedUrl(address: string, reach: Reach, base?: string): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url === undefined) throw refused('It is no address that can be asked.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('Only http and https addresses are fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('Addresses with a name or password in them are not fetched.');
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (!reach.port(port)) throw refused(`Port ${port} is not one of the web's.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !reach.address(host)) throw inside();
  return url;
}

/** The refusal of an address inside. */
export function inside(): FetchFailure {
  return refused(
    'It leads to an address inside your own network. If it may: scrap fetch <page> --allow-private',
  );
}

function refused(reason: string): FetchFailure {
  return new FetchFailure({ is: 'refusal', reason });
}
