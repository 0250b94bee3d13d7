import type { Store } from '../database/store.ts';

/** What one agent did for one purpose since the owner last looked. */
export interface Group {
  /** Absent for agents that came under no label. */
  readonly client?: string;
  readonly origin?: string;
  readonly changes: number;
  /** The numbers of the first and the last of them, and when they were made. */
  readonly first: number;
  readonly last: number;
  readonly from: string;
  readonly until: string;
  /** At most 50 of the pages; purged ones are left out. */
  readonly pages: GroupPage[];
  readonly count: number;
}

interface GroupPage {
  readonly slug: string;
  readonly title: string;
  /** Whether the agent made it, then. */
  readonly added: boolean;
}

/** Which groups; `''` stands for those without. */
export interface GroupFilter {
  readonly client?: string | undefined;
  readonly origin?: string | undefined;
}

const MOST_GROUPS = 50;
const MOST_PAGES = 50;

/** Agents' changes as those are grouped: by label and by what they were made for. */
const AGENTS = `SELECT number, at, coalesce(client, '') AS client, coalesce(origin, '') AS origin
  FROM changes WHERE author = 'claude'`;

/** What agents did and the owner has not seen, by agent and purpose, the latest first. */
export function unseen(store: Store, { client, origin }: GroupFilter): Group[] {
  const rows = store.all<GroupRow>(
    `SELECT c.client, c.origin, count(*) AS changes, min(c.number) AS first,
       max(c.number) AS last, min(c.at) AS "from", max(c.at) AS until
     FROM (${AGENTS}) c LEFT JOIN reviewed r ON r.client = c.client AND r.origin = c.origin
     WHERE c.number > coalesce(r.change, 0)
       AND (:client IS NULL OR c.client = :client) AND (:origin IS NULL OR c.origin = :origin)
     GROUP BY c.client, c.origin ORDER BY max(c.number) DESC LIMIT ${MOST_GROUPS}`,
    { client: client ?? null, origin: origin ?? null },
  );
  return rows.map((row) => toGroup(store, row));
}

interface GroupRow extends Omit<Group, 'pages' | 'count' | 'client' | 'origin'> {
  readonly client: string;
  readonly origin: string;
}

function toGroup(store: Store, row: GroupRow): Group {
  const { client, origin, ...rest } = row;
  const touched = `FROM (${AGENTS}) c JOIN revisions r ON r.change = c.number
    JOIN pages p ON p.id = r.page_id
    WHERE c.client = :client AND c.origin = :origin AND c.number BETWEEN :first AND :last`;
  const which = { client, origin, first: row.first, last: row.last };
  const pages = store.all<{ slug: string; title: string; added: 0 | 1 }>(
    `SELECT p.slug, p.title, max(r.before IS NULL) AS added ${touched}
     GROUP BY p.id ORDER BY max(c.number) DESC LIMIT ${MOST_PAGES}`,
    which,
  );
  const all = store.get<{ n: number }>(`SELECT count(DISTINCT p.id) AS n ${touched}`, which);
  return {
    ...(client === '' ? {} : { client }),
    ...(origin === '' ? {} : { origin }),
    ...rest,
    pages: pages.map(({ added, ...page }) => ({ ...page, added: added === 1 })),
    count: all?.n ?? 0,
  };
}

/**
 * Notes that the owner has looked through what agents did up to change `upto`; gives the number
 * of groups that was about. No change of any page, and so none that history tells.
 */
export function markSeen(store: Store, { client, origin }: GroupFilter, upto: number): number {
  return store.write(() =>
    store.run(
      `INSERT INTO reviewed (client, origin, change)
       SELECT client, origin, max(number) FROM (${AGENTS})
       WHERE number <= :upto
         AND (:client IS NULL OR client = :client) AND (:origin IS NULL OR origin = :origin)
       GROUP BY client, origin
       ON CONFLICT (client, origin) DO UPDATE SET change = max(change, excluded.change)`,
      { upto, client: client ?? null, origin: origin ?? null },
    ),
  );
}
