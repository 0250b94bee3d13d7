import { openFile } from '../../src/store/database/driver.ts';

/**
 * All that a store holds: every row of every table, and every word of the full-text index with
 * its place, but for filters, which have no order. Two stores that hold the same give the same.
 * Left out is the list of words, which keeps those that no page has any more.
 */
export function everything(file: string): Map<string, unknown[]> {
  const db = openFile(file, { fileMustExist: true });
  try {
    // What full-text indexes are made of depends on the order in which they were written.
    const tables = db
      .prepare<[], { name: string }>(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'words')
         ORDER BY name`,
      )
      .all()
      .map(({ name }) => name);
    db.exec("CREATE VIRTUAL TABLE temp.occurrences USING fts5vocab ('main', 'search', 'instance')");
    const reads = new Map(tables.map((table) => [table, `SELECT * FROM ${table}`]));
    reads.set(
      'occurrences',
      "SELECT term, doc, col, iif(col = 'filters', 0, offset) AS place FROM occurrences",
    );
    return new Map(
      [...reads].map(([table, sql]) => {
        const rows = db.prepare(sql).all();
        return [table, rows.map((row) => JSON.stringify(row)).toSorted()];
      }),
    );
  } finally {
    db.close();
  }
}
