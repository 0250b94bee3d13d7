import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

import type { Store } from '../../store/index.ts';
import type { Watch } from '../watch.ts';
import { field } from './field.ts';
import { listResources, stampFor } from './resources.ts';

/** What one stream may ask to be told of. What is beyond is left out of what it is promised. */
const MOST_URIS = 64;
const LONGEST_URI = 1_000;

/** What a client wants to hear of, as `subscriptions/listen` names it. */
interface Wanted {
  readonly resourcesListChanged: boolean;
  readonly resourceSubscriptions: readonly string[];
}

/** What the streams of `subscriptions/listen` are told. */
export interface Subscriptions {
  /** Where the SDK's handler takes the events from. */
  readonly bus: ServerEventBus;
  /** Looks out for what a stream wants to hear of, until what it gives is called. */
  readonly follow: (wanted: Wanted) => () => void;
}

/** Something that streams were promised to hear of. */
interface Followed {
  readonly event: ServerEvent;
  readonly stampNow: () => string | undefined;
  /** What it was like when they were last told. */
  stamp: string | undefined;
  streams: number;
}

/**
 * Tells of a resource when its stamp has changed: so a page is heard of when it is edited, goes to
 * the trash, comes to be or is one of ten thousand of an import; whatever happened between two
 * looks is one event; and what nobody asked for is never looked at.
 */
export function createSubscriptions(store: Store, watch: Watch): Subscriptions {
  const bus = new InMemoryServerEventBus();
  const followed = new Map<string, Followed>();
  let seen = '';
  let unwatch: (() => void) | undefined;

  return {
    bus,
    follow(wanted) {
      const names = begin(wanted);
      if (names.length > 0) unwatch ??= watch.listen(look);
      return () => {
        for (const name of names.splice(0)) end(name);
        if (followed.size > 0) return;
        unwatch?.();
        unwatch = undefined;
      };
    },
  };

  function begin({ resourcesListChanged, resourceSubscriptions }: Wanted): string[] {
    const names = resourceSubscriptions.flatMap((uri) => {
      const stampNow = stampFor(store, uri);
      return stampNow === undefined ? [] : add(uri, { kind: 'resource_updated', uri }, stampNow);
    });
    if (!resourcesListChanged) return names;
    const list = () => JSON.stringify(listResources(store));
    return [...names, ...add('', { kind: 'resources_list_changed' }, list)];
  }

  function add(name: string, event: ServerEvent, stampNow: Followed['stampNow']): string[] {
    const one = followed.get(name) ?? { event, stampNow, stamp: stampNow(), streams: 0 };
    one.streams += 1;
    followed.set(name, one);
    return [name];
  }

  function end(name: string): void {
    const one = followed.get(name);
    if (one === undefined) return;
    one.streams -= 1;
    if (one.streams === 0) followed.delete(name);
  }

  function look(latest: number): void {
    // What is due changes at midnight too, which is at a full minute wherever one is.
    const minute = Math.floor(store.setting.now().getTime() / 60_000);
    const now = `${latest} ${minute}`;
    if (now === seen) return;
    for (const one of followed.values()) {
      const stamp = one.stampNow();
      if (stamp === one.stamp) continue;
      one.stamp = stamp;
      bus.publish(one.event);
    }
    seen = now;
  }
}

/** What a request to listen asks for, as far as it can be kept; undefined for any other request. */
export function wantedIn(store: Store, body: unknown): Wanted | undefined {
  if (field(body, 'method') !== 'subscriptions/listen') return undefined;
  const filter = field(field(body, 'params'), 'notifications');
  const uris = field(filter, 'resourceSubscriptions');
  const served = new Set<string>();
  for (const uri of Array.isArray(uris) ? uris : []) {
    if (served.size === MOST_URIS) break;
    const isShort = typeof uri === 'string' && uri.length <= LONGEST_URI;
    if (isShort && stampFor(store, uri) !== undefined) served.add(uri);
  }
  return {
    resourcesListChanged: field(filter, 'resourcesListChanged') === true,
    resourceSubscriptions: [...served],
  };
}

/** The request as if it had asked for no more than what can be kept, so that this is promised. */
export function narrowed(body: unknown, { resourceSubscriptions }: Wanted): unknown {
  const params = field(body, 'params');
  const filter = field(params, 'notifications');
  if (!Array.isArray(field(filter, 'resourceSubscriptions'))) return body;
  const notifications = { ...(filter as object), resourceSubscriptions };
  return { ...(body as object), params: { ...(params as object), notifications } };
}
