import { openFile } from '../../src/store/database/driver.ts';

/**
 * All that a store holds: every row of every table, and every word of the full-text index with
 * its place, but for filters, which have no order. Two stores that hold the same give the same.
 */
export function everything(file: string): Map<string, unknown[]> {
  const db = openFile(file, { fileMustExist: true });
  try {
    const tables = db
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'
           AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .all()
      .map(({ name }) => name);
    db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab ('main', 'search', 'instance')");
    const words = "SELECT term, doc, col, iif(col = 'filters', 0, offset) FROM words";
    return new Map(
      [...tables, 'words'].map((table) => {
        const rows = db.prepare(table === 'words' ? words : `SELECT * FROM ${table}`).all();
        return [table, rows.map((row) => JSON.stringify(row)).toSorted()];
      }),
    );
  } finally {
    db.close();
  }
}
