import { invalid } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { sayUntil, sayWhen } from './dates.ts';
import { type ListEnd, printEnd } from './format.ts';
import { INTERRUPTED } from './exit.ts';
import { inputOf } from './input.ts';
import { enrichOptions } from './model.ts';
import { rememberList } from './numbers.ts';
import { pageOf } from './page-of.ts';
import type { Terminal } from './terminal.ts';
import { clean, fit } from './width.ts';

/** A job as `jobs` answers it; the shape is the store's. */
interface Listed {
  slug: string;
  title: string;
  kind: string;
  state: 'running' | 'waiting' | 'failed';
  asked: string;
  due?: string;
  reason?: string;
}

/** What became of a page's jobs. */
interface Dropped {
  slug: string;
  jobs: number;
  warnings?: string[];
}

export const command: Command = {
  group: 'Run and connect',
  operation: 'jobs',
  summary: 'What is still to be done for pages, such as links to fetch: list it, do it, drop it.',
  words: 'list | run | cancel page | retry page',
  acts: { list: '', run: '', cancel: 'page', retry: 'page' },
  examples: [
    'scrap jobs',
    'scrap jobs run # while scrap serve runs, it does them by itself',
    'scrap jobs retry some-link',
    'scrap jobs cancel some-link',
  ],
  async run(call) {
    const [act, page, odd] = call.words;
    if (odd === undefined) {
      if ((act === undefined || act === 'list') && page === undefined) return list(call);
      if (act === 'run' && page === undefined) return run(call);
      if (act === 'cancel' && page !== undefined) return drop(call, 'jobs_cancel', 'off the queue');
      if (act === 'retry' && page !== undefined)
        return drop(call, 'jobs_retry', 'to be tried again');
    }
    throw invalid('Say: scrap jobs list, run, cancel <page> or retry <page>.', { reason: 'usage' });
  },
};

async function list(call: Call): Promise<void> {
  const { terminal } = call;
  const input = inputOf(call.flags);
  const { jobs, ...end } = await call.perform<{ jobs: Listed[] } & ListEnd>('jobs', input);
  for (const [i, job] of jobs.entries()) {
    if (terminal.manner === 'json') terminal.json(job);
    else if (terminal.manner === 'lines') terminal.print(jobLine(job));
    else printJob(terminal, job, i + 1);
  }
  rememberList(
    terminal,
    jobs.map(({ slug, title }) => ({ page: slug, title })),
  );
  printEnd(terminal, jobs.length, end, 'job');
}

/** In a pipe: slug, kind, state, asked, due, reason. */
function jobLine({ slug, kind, state, asked, due = '', reason = '' }: Listed): string {
  return [slug, kind, state, asked, due, clean(reason)].join('\t');
}

function printJob(terminal: Terminal, job: Listed, number: number): void {
  const waits = job.due !== undefined && Date.parse(job.due) > terminal.now.getTime();
  const when = waits ? `waits ${sayUntil(job.due ?? '', terminal.now)}` : job.state;
  const asked = `asked ${sayWhen(job.asked, terminal.now)}`;
  terminal.print(
    [
      terminal.style('dim', String(number)),
      terminal.style('bold', fit(clean(job.title), 60)),
      terminal.style(job.state === 'failed' ? 'red' : 'dim', `${job.kind}  ${when}  ${asked}`),
    ].join('  '),
  );
  if (job.reason !== undefined) terminal.print(`   ${clean(job.reason)}`);
}

async function drop(call: Call, name: 'jobs_cancel' | 'jobs_retry', end: string): Promise<void> {
  const { terminal, flags, words } = call;
  const { kind } = flags;
  const { page } = pageOf({ ...call, words: words.slice(1) }, 'jobs');
  const input = { page, ...(kind === undefined ? {} : { kind }) };
  const answer = await call.perform<Dropped>(name, input);
  if (terminal.manner === 'json') terminal.json(answer);
  else if (terminal.manner === 'lines') terminal.print(`${answer.slug}\t${answer.jobs}`);
  else terminal.print(`${answer.slug}: ${countOf(answer.jobs)} ${end}`);
  for (const warning of answer.warnings ?? []) terminal.say(`scrap: ${warning}`);
}

/** Does what is due and ends. */
async function run(call: Call): Promise<number> {
  const { terminal } = call;
  const { workOnce } = await import('../server/jobs/worker.ts');
  const { works } = await import('../server/jobs/works.ts');
  const store = call.open({ timeout: 250, patience: 10_000 });
  const stop = new AbortController();
  process.removeAllListeners('SIGINT');
  process.once('SIGINT', () => stop.abort());
  const log = (line: string) => terminal.say(`scrap: ${line}`);
  const enrich = await enrichOptions();
  if (enrich !== undefined) await (await import('../server/enrich/quiet.ts')).queueQuiet(store);
  const { heldBy, ...worked } = await workOnce(
    store,
    { works: works(store, enrich), log },
    stop.signal,
    (slug, kind, outcome) => {
      const reason = outcome !== undefined && 'reason' in outcome ? `  ${outcome.reason}` : '';
      if (terminal.manner === 'json')
        terminal.json({ slug, kind, outcome: outcome?.is ?? 'stopped' });
      else terminal.print([slug, kind, `${outcome?.is ?? 'stopped'}${reason}`].join('\t'));
    },
  );
  if (heldBy !== undefined) {
    terminal.say(`scrap: process ${heldBy} is at it already; scrap jobs shows how far it is`);
  } else if (worked.done + worked.failed === 0) terminal.say('nothing to do now');
  return stop.signal.aborted ? INTERRUPTED : 0;
}

function countOf(n: number): string {
  return n === 1 ? '1 job' : `${n} jobs`;
}
