import { mirroring, openStore, ScrapError, type Store, upkeep } from '../../store/index.ts';
import type { Call } from '../command.ts';
import { publicUrl, storeFile, zone } from '../environment.ts';
import { setting } from '../settings/settings.ts';
import { clean } from '../width.ts';
import { deliver } from './deliver.ts';
import { type Elsewhere, elsewhere } from './elsewhere.ts';
import { Server } from './server.ts';

/** A store that was made of a replica, and whose it was. */
export interface TakenOver {
  readonly store: Store;
  readonly from: Elsewhere;
}

/**
 * Makes this machine's own store of the replica, opened with `how`, and says plainly what it
 * lacks. Throws `not_found` where there is no replica, and what the copying throws.
 */
export async function takeOverFrom(
  { terminal, flags }: Call,
  how: { readonly timeout: number; readonly patience: number },
): Promise<TakenOver> {
  const url = setting('url');
  const from = url === undefined ? undefined : elsewhere(url, flags);
  const pulled = from?.replica.pulled();
  if (from === undefined || pulled === undefined) {
    throw new ScrapError(
      'not_found',
      'There is no replica to take over from. One is kept by scrap pull, with SCRAP_URL set to the server.',
      { reason: 'replica' },
    );
  }
  const file = storeFile(flags);
  const replica = from.replica.open(from.sender.zone);
  const { takeOver } = await upkeep.takeOver();
  const { files_missing } = takeOver(replica, file);
  replica.close();
  const store = openStore(file, { publicUrl: publicUrl(), ...zone(), ...how });

  const { origin } = from.server;
  terminal.say(`${file} is now a store of its own, made of the replica of ${origin}`);
  terminal.say(
    `  it is as of   ${pulled.at} (change ${pulled.change}); what came later there is not in it`,
  );
  if (files_missing > 0) terminal.say(`  it lacks      the bytes of ${files_missing} files`);
  const { notebooks } = await mirroring();
  const folders = notebooks(store).map(({ name }) => clean(name));
  if (folders.length > 0) {
    terminal.say(`  not followed  the folders of ${folders.join(', ')}, unless they are here too`);
  }
  terminal.say(`  from now on   keep the other one stopped: two stores do not grow together again`);
  terminal.say(
    `  and here      unset SCRAP_URL (scrap config unset url), or commands go on asking it`,
  );
  return { store, from };
}

/** What waited here for the other server goes into the store that took over, served on `port`. */
export async function deliverHere(
  { from }: TakenOver,
  port: number,
  terminal: Call['terminal'],
): Promise<void> {
  const here = new Server(`http://127.0.0.1:${port}`);
  try {
    await deliver(from.outbox, here, terminal);
  } catch (error) {
    if (!(error instanceof ScrapError)) throw error;
    terminal.say(`scrap: what waits in the outbox waits on: ${error.message}`);
  } finally {
    await here.close();
  }
}
