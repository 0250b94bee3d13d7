import { join } from 'node:path';

import { author, client, zone } from '../environment.ts';
import type { Line } from '../line.ts';
import { Outbox } from './outbox.ts';
import { placeFor } from './place.ts';
import { Replica } from './replica.ts';
import { type Sender, Server } from './server.ts';

/** A server elsewhere, with what is kept here for it. */
export interface Elsewhere {
  readonly server: Server;
  readonly sender: Sender;
  readonly outbox: Outbox;
  readonly replica: Replica;
}

/** The server at `url`, and what is kept here for it: below the data directory, by its name. */
export function elsewhere(url: string, flags: Line['flags']): Elsewhere {
  const server = new Server(url);
  const directory = placeFor(server.origin);
  return {
    server,
    sender: {
      author: author(flags),
      ...client(),
      zone: zone().zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    outbox: new Outbox(join(directory, 'outbox')),
    replica: new Replica(directory, server.origin),
  };
}
