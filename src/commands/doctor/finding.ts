/** One line of `scrap doctor`. */
export interface Finding {
  readonly check: string;
  /** `note`: good to know, and nothing is wrong. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly says: string;
  /** What mends or betters it: a command where there is one. */
  readonly mend?: string;
}

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });

export const note = (check: string, says: string, mend: string): Finding => ({
  check,
  state: 'note',
  says,
  mend,
});

export const wrong = (check: string, says: string, mend: string): Finding => ({
  check,
  state: 'wrong',
  says,
  mend,
});
