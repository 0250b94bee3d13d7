/** A file that was left out, or could not be read. */
interface Left {
  /** Its path inside the folder. */
  readonly path: string;
  /** Continues a sentence that begins with the path. */
  readonly reason: string;
}

/** What an import did, or would do; see `importShape`. */
export interface ImportAnswer {
  collection?: string;
  /** Markdown and org files found, or pages of a jsonl file. */
  files: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Other files, kept beside the pages. */
  kept: number;
  skipped: Left[];
  skipped_by_reason: Record<string, number>;
  failed: Left[];
  failed_total: number;
  conflicts: { path: string; slug: string }[];
  conflicts_total: number;
  change?: number;
  dry_run?: boolean;
}

/** Lists in an answer end here; the counts beside them go on. */
const MOST_LISTED = 1000;

/** Gathers an import's answer while it runs. */
export class Report {
  readonly answer: ImportAnswer = {
    files: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    kept: 0,
    skipped: [],
    skipped_by_reason: {},
    failed: [],
    failed_total: 0,
    conflicts: [],
    conflicts_total: 0,
  };

  /** A file that is left out on purpose. */
  skip(path: string, reason: string): void {
    const { skipped, skipped_by_reason: counts } = this.answer;
    counts[reason] = (counts[reason] ?? 0) + 1;
    if (skipped.length < MOST_LISTED) skipped.push({ path, reason });
  }

  /** A file that should have become a page and could not. */
  fail(path: string, reason: string): void {
    this.answer.failed_total += 1;
    if (this.answer.failed.length < MOST_LISTED) this.answer.failed.push({ path, reason });
  }

  /** A file that changed although its page was edited in scrap, which is left as it is. */
  conflict(path: string, slug: string): void {
    this.answer.conflicts_total += 1;
    if (this.answer.conflicts.length < MOST_LISTED) this.answer.conflicts.push({ path, slug });
  }
}
