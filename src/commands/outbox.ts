import { invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { sayWhen } from './dates.ts';
import type { Entry } from './remote/outbox.ts';
import { deliver } from './remote/deliver.ts';
import { thereOf } from './there-of.ts';
import { clean, fit } from './width.ts';

export const command: Command = {
  group: 'History and data',
  summary: 'List what waits here for the server of SCRAP_URL; drop some of it, or try again.',
  words: '[show|drop|retry] [number]',
  acts: { show: '', drop: '', retry: '' },
  examples: [
    'scrap outbox',
    'scrap outbox show 3 # all of it, also what was refused',
    'scrap outbox drop 3',
    'scrap outbox retry # what was refused too; what waits goes out by itself',
  ],
  async run(call) {
    const [act, word, ...more] = call.words;
    if (more.length === 0) {
      if (act === undefined) return list(call);
      if (act === 'show' && word !== undefined) return show(call, word);
      if (act === 'drop' && word !== undefined) return drop(call, word);
      if (act === 'retry') return retry(call, word);
    }
    throw invalid('Say: scrap outbox, outbox show 3, outbox drop 3, or outbox retry [3].', {
      reason: 'usage',
    });
  },
};

function list(call: Call): void {
  const { terminal } = call;
  const entries = thereOf(call).outbox.entries();
  if (entries.length === 0) terminal.say('nothing waits');
  for (const entry of entries) {
    const { number, waiting } = entry;
    const says = saidBy(entry);
    if (terminal.manner === 'json') terminal.json({ number, ...waiting });
    else if (terminal.manner === 'lines') {
      const state = waiting?.refused === undefined ? 'waits' : 'refused';
      terminal.print([number, state, waiting?.operation, waiting?.at, says].join('\t'));
    } else {
      const when = waiting === undefined ? '' : sayWhen(waiting.at, terminal.now);
      const facts = terminal.style('dim', `${waiting?.operation ?? 'unreadable'}  ${when}`);
      terminal.print(`${number}  ${fit(says, 60)}  ${facts}`);
    }
    const refused = waiting?.refused?.message;
    if (refused !== undefined && terminal.manner === 'columns') {
      terminal.print(`   ${terminal.style('yellow', clean(refused))}`);
    }
  }
}

/** The text of a write, else what it is about, on one line. */
function saidBy({ waiting }: Entry): string {
  const input: Readonly<Record<string, unknown>> = waiting?.input ?? {};
  const named = ['text', 'texts', 'page', 'pages', 'from'].map((name) => input[name]);
  const about = named.find((each) => each !== undefined) ?? '';
  return clean(typeof about === 'string' ? about : JSON.stringify(about))
    .slice(0, 500)
    .trim();
}

function show(call: Call, word: string): void {
  const { number, waiting } = entryOf(call, word);
  const { terminal } = call;
  if (terminal.manner === 'json') terminal.json({ number, ...waiting });
  else terminal.print(JSON.stringify(waiting, undefined, 2));
}

function drop(call: Call, word: string): void {
  const { outbox } = thereOf(call);
  const entry = entryOf(call, word);
  const release = held(call);
  try {
    outbox.drop(entry.number);
  } finally {
    release();
  }
  call.terminal.say(`dropped: ${saidBy(entry)}`);
}

/** Sends again what was refused, or one of it, and all that waits. */
async function retry(call: Call, word: string | undefined): Promise<void> {
  const { outbox, server } = thereOf(call);
  const chosen = word === undefined ? outbox.entries() : [entryOf(call, word)];
  const release = held(call);
  try {
    for (const { number, waiting } of chosen) {
      if (waiting?.refused === undefined) continue;
      const { refused: _, ...again } = waiting;
      outbox.replace(number, again);
    }
  } finally {
    release();
  }
  await deliver(outbox, server, call.terminal);
  if (outbox.entries().length === 0) call.terminal.say('nothing waits');
}

function entryOf(call: Call, word: string): Entry {
  const found = thereOf(call)
    .outbox.entries()
    .find(({ number }) => String(number) === word);
  if (found !== undefined) return found;
  throw new ScrapError(
    'not_found',
    `Nothing in the outbox has the number ${word}. See: scrap outbox`,
    {
      reason: 'outbox',
    },
  );
}

function held(call: Call): () => void {
  const release = thereOf(call).outbox.hold();
  if (release !== undefined) return release;
  throw new ScrapError('busy', 'Another terminal is delivering just now. Try again.', {
    reason: 'outbox',
  });
}
