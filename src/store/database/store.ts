import type { Database } from './driver.ts';

/** What the surroundings decide, passed in so that every test is exact. */
export interface Setting {
  /** Where the app answers, without a slash at the end; results carry `<publicUrl>/p/<slug>`. */
  readonly publicUrl: string;
  /** The owner's IANA time zone; the system's where it is absent. */
  readonly zone?: string;
  readonly now: () => Date;
  /** How long `perform` goes on trying while another process writes, in ms. */
  readonly patience: number;
}

/** How many statements are kept prepared. */
const MOST_STATEMENTS = 300;

/**
 * A parameter that is all of a LIMIT or OFFSET. SQLite plans with its value, so it compiles the
 * statement again each time one is bound, which costs a small query most of its time; one that
 * is part of a sum it leaves alone.
 */
const BOUND_LIMIT = /\b(LIMIT|OFFSET) \?/g;

/** An open store: one connection and its prepared statements. */
export class Store {
  readonly file: string;
  #setting: Setting;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database, file: string, setting: Setting) {
    this.#db = db;
    this.file = file;
    this.#setting = setting;
  }

  get setting(): Setting {
    return this.#setting;
  }

  /** Says where the app answers, once a server knows the port it was given. */
  servedAt(publicUrl: string): void {
    this.#setting = { ...this.#setting, publicUrl };
  }

  /** Now, as every time is stored: RFC 3339 UTC with milliseconds. */
  now(): string {
    return this.setting.now().toISOString();
  }

  /** The first row, typed by the caller, who knows the columns. */
  get<Row>(sql: string, ...values: readonly unknown[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  /** All rows; a query that may have many must be bounded with LIMIT. */
  all<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** Runs a statement that answers nothing; gives the number of rows it changed. */
  run(sql: string, ...values: readonly unknown[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  /**
   * Runs `act` in one write transaction. Always BEGIN IMMEDIATE: a deferred one that reads first
   * fails at once when another connection has committed in between, whatever the timeout.
   */
  write<T>(act: () => T): T {
    return this.#db.transaction(act).immediate();
  }

  /** Runs `act` on one snapshot; nothing may be awaited inside. */
  read<T>(act: () => T): T {
    return this.#db.transaction(act).deferred();
  }

  /** Statements without parameters, several at once (migrations, VACUUM INTO …). */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  pragma(name: string): unknown {
    return this.#db.pragma(name, { simple: true });
  }

  get isOpen(): boolean {
    return this.#db.open;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql.replaceAll(BOUND_LIMIT, '$1 (? + 0)'));
      this.#statements.set(sql, statement);
      // A search is prepared for the shape of its query, and a server meets many shapes.
      const [oldest] = this.#statements.keys();
      if (this.#statements.size > MOST_STATEMENTS && oldest !== undefined) {
        this.#statements.delete(oldest);
      }
    }
    return statement;
  }
}
