import type { Migration } from '../../src/store/database/migrate.ts';

/** A second schema that takes its time and touches every page, for want of a real one. */
export const SECOND: Migration = {
  name: '002-test.sql',
  sql: () => `
    CREATE TABLE weights (page_id INTEGER PRIMARY KEY, weight INTEGER NOT NULL);
    INSERT INTO weights
      WITH RECURSIVE slow (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM slow WHERE n < 100000)
      SELECT id, (SELECT max(n) FROM slow) FROM pages;
    ALTER TABLE pages ADD COLUMN weight INTEGER;
    UPDATE pages SET weight = (SELECT w.weight FROM weights w WHERE w.page_id = pages.id);`,
};
