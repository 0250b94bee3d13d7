import { linkSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { editDraft } from '../src/commands/editor.ts';
import { type Cut, startCuttingProxy } from './kit/cutting-proxy.ts';
import { otherMachine } from './kit/machine.ts';
import { doing, exported } from './kit/pages.ts';
import { startTailscaleProxy } from './kit/tailscale-proxy.ts';
import { temporaryDirectory } from './kit/scrap.ts';
import { serveForTest, type TestServer } from './kit/server.ts';

/** A server, a bad network before it and a machine on the other side. */
async function apart() {
  const server = await serveForTest();
  const network = await startCuttingProxy(server.port ?? 0);
  onTestFinished(async () => {
    await network.stop();
    await server.stop();
  });
  return { server, network, machine: otherMachine(network.url) };
}

const CUTS: readonly Cut[] = ['before', 'during', 'after'];

describe('a write over a network that is cut', () => {
  test.each(CUTS)('once, %s its commit, is one page at once', async (cut) => {
    const { server, network, machine } = await apart();
    network.cuts.push(cut);
    const { answer } = await machine.doing('add', { text: 'hello' });
    expect(answer).toMatchObject({ slug: 'hello', created: true });
    expect(server.pages()).toBe(1);
  });

  test.each(CUTS)('again, %s its commit, is one page with the next command', async (cut) => {
    const { server, network, machine } = await apart();
    network.cuts.push(cut, cut);
    expect(await machine.doing('add', { text: 'hello', due: 'friday' })).toHaveProperty('kept');
    const next = await machine.doing('recent', {});
    expect(next.answer).toMatchObject({ pages: [{ slug: 'hello', source: 'cli', author: 'me' }] });
    expect(next.said).toEqual(['delivered from the outbox: add hello']);
    expect(server.pages()).toBe(1);
    expect(await machine.waiting()).toEqual([]);
  });

  test.each(CUTS)('while it is delivered, %s its commit, is one page', async (cut) => {
    const { server, network, machine } = await apart();
    network.state.away = true;
    await machine.doing('add', { text: 'one' });
    await machine.doing('add', { text: 'two' });
    network.state.away = false;
    network.cuts.push(cut, cut);
    expect(await machine.doing('add', { text: 'three' })).toHaveProperty('kept');
    await machine.doing('recent', {});
    const slugs = server.store.all<{ slug: string }>('SELECT slug FROM pages ORDER BY revision');
    expect(slugs.map(({ slug }) => slug)).toEqual(['one', 'two', 'three']);
  });
});

test('what one long command kept goes before what it writes later', async () => {
  const { server, network, machine } = await apart();
  await machine.command(async ({ perform }) => {
    await perform('add', { text: 'one' });
    network.state.away = true;
    await expect(perform('add', { text: 'two' })).rejects.toThrow('no. 1 of the outbox');
    network.state.away = false;
    await perform('add', { text: 'three' });
  });
  const slugs = server.store.all<{ slug: string }>('SELECT slug FROM pages ORDER BY revision');
  expect(slugs.map(({ slug }) => slug)).toEqual(['one', 'two', 'three']);
});

test('while another terminal delivers, nothing overtakes it', async () => {
  const { server, network, machine } = await apart();
  network.state.away = true;
  await machine.doing('add', { text: 'one' });
  network.state.away = false;
  const release = await machine.command(async ({ elsewhere }) => elsewhere?.outbox.hold());
  const writing = machine.doing('add', { text: 'two' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server.pages()).toBe(0);
  release?.();
  expect((await writing).answer).toMatchObject({ slug: 'two' });
  const slugs = server.store.all<{ slug: string }>('SELECT slug FROM pages ORDER BY revision');
  expect(slugs.map(({ slug }) => slug)).toEqual(['one', 'two']);
});

describe('while the server is away', () => {
  test('what reads is answered from the replica, and says as of when', async () => {
    const { network, machine } = await apart();
    await machine.doing('add', { text: 'hello #x' });
    const pulled = await machine.pull();
    expect(pulled).toMatchObject({ pages: 1, anew: true, change: 1 });
    network.state.away = true;
    const { answer, said } = await machine.doing('search', { query: 'tag:x' });
    expect(answer).toMatchObject({ pages: [{ slug: 'hello-x', url: `${network.url}/p/hello-x` }] });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^scrap: as of \d{4}-.*Z\. The connection to http.* broke off/);
  });

  test('and there is no replica, that is said', async () => {
    const { network, machine } = await apart();
    network.state.away = true;
    const { refused } = await machine.doing('recent', {});
    expect(refused).toMatchObject({ code: 'busy', details: { reason: 'away' } });
    expect(refused?.message).toContain('scrap pull');
  });

  test('a day and a time are meant as of when they were said', async () => {
    const { server, network, machine } = await apart();
    network.state.away = true;
    const then = new Date('2026-03-02T10:20:00Z'); // a Monday
    await machine.doing('add', { text: 'soon', due: 'friday' }, then);
    await machine.doing('log', { text: 'called Ann' }, then);
    network.state.away = false;
    await machine.doing('recent', {});
    expect(server.store.all('SELECT slug, due FROM pages ORDER BY revision')).toEqual([
      { slug: 'soon', due: '2026-03-06' },
      { slug: 'log-2026-03-02', due: null },
    ]);
    const { text } = await doing<{ text: string }>(server.store, 'read', {
      page: 'log-2026-03-02',
    });
    expect(text).toMatch(/1[01]:20/);
  });

  test.each([
    ['no such field', 'add', { text: 'x', tga: ['a'] }],
    ['no day', 'add', { text: 'x', due: 'blursday' }],
    ['no day in a line', 'todo', { text: 'x due:blursday' }],
    ['no rule', 'add', { text: 'x', repeat: 'often' }],
    ['nothing to add', 'add', {}],
  ] as const)('%s is refused at once', async (_, name, input) => {
    const { network, machine } = await apart();
    network.state.away = true;
    expect((await machine.doing(name, input)).refused).toMatchObject({ code: 'invalid' });
    expect(await machine.waiting()).toEqual([]);
  });

  test('nothing is taken back, since what is seen may be old', async () => {
    const { network, machine } = await apart();
    await machine.doing('add', { text: 'x' });
    network.state.away = true;
    expect((await machine.doing('revert', { change: 1 })).refused).toMatchObject({ code: 'busy' });
    expect(await machine.waiting()).toEqual([]);
  });

  test('what was written in an editor is kept once', async () => {
    const { network, machine } = await apart();
    const { answer } = await machine.doing('add', { text: 'hello' });
    network.state.away = true;
    const drafts = temporaryDirectory();
    vi.stubEnv('TMPDIR', drafts).stubEnv('SCRAP_EDITOR', 'echo more >>');
    onTestFinished(() => void vi.unstubAllEnvs());
    const edited = machine.command((call) =>
      editDraft(call.terminal, { text: 'hello', name: 'hello' }, (text) =>
        call.perform('edit', { page: 'hello', text, revision: answer?.['revision'] }),
      ),
    );
    await expect(edited).rejects.toThrow('no. 1 of the outbox');
    expect(readdirSync(drafts)).toEqual([]);
  });

  test('a file without a byte is refused at once, as the server would', async () => {
    const { network, machine } = await apart();
    network.state.away = true;
    const file = join(temporaryDirectory(), 'empty.bin');
    writeFileSync(file, '');
    await expect(machine.command((call) => call.keepFile(file))).rejects.toMatchObject({
      code: 'invalid',
      details: { reason: 'empty_file' },
    });
  });

  test('a write is kept beside one whose terminal was killed as it kept it', async () => {
    const { network, machine } = await apart();
    network.state.away = true;
    await machine.doing('add', { text: 'one' });
    const replica = await machine.command(async ({ elsewhere }) => elsewhere?.replica.file ?? '');
    const outbox = join(dirname(replica), 'outbox');
    linkSync(join(outbox, '000001.json'), join(outbox, `${process.pid}.new`));
    await machine.doing('add', { text: 'two' });
    const waiting = await machine.waiting();
    expect(waiting.map((entry) => entry.waiting?.input['text'])).toEqual(['one', 'two']);
  });

  test('a file that was put there before waits here, too: nobody keeps it for long', async () => {
    const { server, network, machine } = await apart();
    const file = join(temporaryDirectory(), 'plan.bin');
    writeFileSync(file, 'a plan');
    const adding = machine.command(async ({ keepFile, perform }) => {
      const token = await keepFile(file);
      network.state.away = true;
      await perform('add', { text: 'see the plan', files: [token] });
    });
    await expect(adding).rejects.toThrow('no. 1 of the outbox');
    server.store.run('DELETE FROM files');
    network.state.away = false;
    expect((await machine.doing('recent', {})).said).toEqual([
      'delivered from the outbox: add see-the-plan',
    ]);
    const { files } = await doing<{ files: object[] }>(server.store, 'read', {
      page: 'see-the-plan',
    });
    expect(files).toMatchObject([{ name: 'plan.bin', size: 6 }]);
  });

  test('what the server fails at stays, and hinders nothing else', async () => {
    const { server, network, machine } = await apart();
    server.store.run(
      `CREATE TRIGGER fault BEFORE INSERT ON pages WHEN NEW.slug = 'odd'
       BEGIN SELECT RAISE(ABORT, 'a fault'); END`,
    );
    network.state.away = true;
    await machine.doing('add', { text: 'odd' });
    await machine.doing('add', { text: 'other' });
    network.state.away = false;
    const { answer, said } = await machine.doing('recent', {});
    expect(answer).toMatchObject({ pages: [{ slug: 'other' }] });
    expect(said[0]).toMatch(/^scrap: add, no. 1 of the outbox, was refused: .* fault of its own/);
    expect(said[1]).toBe('delivered from the outbox: add other');
    expect(await machine.waiting()).toMatchObject([
      { number: 1, waiting: { input: { text: 'odd' }, refused: { code: 'bug' } } },
    ]);
  });

  test('what a stranger answers meanwhile says nothing of what waits', async () => {
    const { server, network, machine } = await apart();
    network.state.away = true;
    await machine.doing('add', { text: 'hello' });
    network.state.away = false;
    network.state.stranger = true;
    expect((await machine.doing('add', { text: 'more' })).refused?.message).toContain('not scrap');
    expect(await machine.waiting()).toMatchObject([{ waiting: { input: { text: 'hello' } } }]);
    expect((await machine.waiting())[0]?.waiting).not.toHaveProperty('refused');
    network.state.stranger = false;
    expect((await machine.doing('recent', {})).said).toEqual([
      'delivered from the outbox: add hello',
    ]);
    expect(server.pages()).toBe(1);
  });

  test('an edit of what has changed meanwhile is refused, kept and shown; others go on', async () => {
    const { server, network, machine } = await apart();
    await machine.doing('add', { text: 'plan' });
    network.state.away = true;
    await machine.doing('edit', { page: 'plan', text: 'plan b', revision: 1 });
    await machine.doing('add', { text: 'other' });
    await doing(server.store, 'edit', { page: 'plan', text: 'plan c', revision: 1 });
    network.state.away = false;
    const { said } = await machine.doing('recent', {});
    expect(said[0]).toMatch(/^scrap: edit, no. 1 of the outbox, was refused: .* scrap outbox$/);
    expect(said[1]).toBe('delivered from the outbox: add other');
    expect(await machine.waiting()).toMatchObject([
      { number: 1, waiting: { input: { text: 'plan b' }, refused: { code: 'conflict' } } },
    ]);
    expect((await machine.doing('recent', {})).said).toEqual([]);
  });
});

describe('the replica', () => {
  test('is brought up after each use, and costs a request only where there is something new', async () => {
    const { server, network, machine } = await apart();
    await machine.pull();
    await machine.doing('add', { text: 'hello' });
    const rows = () => machine.looking((store) => exported(store, 'jsonl'));
    expect(await rows()).toBe(await exported(server.store, 'jsonl'));
    network.state.requests = 0;
    await machine.doing('recent', {});
    expect(network.state.requests).toBe(1);
    await machine.pull();
    expect(network.state.requests).toBe(2);
  });

  test('that is to be made anew waits for a pull, and says so once', async () => {
    const { server, machine } = await apart();
    await machine.doing('add', { text: 'a secret' });
    await machine.doing('add', { text: 'stays' });
    await machine.pull();
    await doing(server.store, 'trash', { page: 'a-secret' });
    await doing(server.store, 'purge', { pages: ['a-secret'], yes: true });
    expect((await machine.doing('recent', {})).said).toEqual([
      'scrap: much has changed since the last pull. For reading offline: scrap pull',
    ]);
    expect((await machine.doing('recent', {})).said).toEqual([]);
    expect(await machine.pull()).toMatchObject({ pages: 1, anew: true });
    await machine.doing('add', { text: 'and more' });
    expect(await machine.looking((store) => exported(store, 'jsonl'))).toBe(
      await exported(server.store, 'jsonl'),
    );
  });

  test('that is damaged is made anew', async () => {
    const { server, machine } = await apart();
    await machine.doing('add', { text: 'hello' });
    const { file } = await machine.pull();
    writeFileSync(file, 'no store at all');
    expect(await machine.pull()).toMatchObject({ pages: 1, anew: true });
    expect(await machine.looking((store) => exported(store, 'jsonl'))).toBe(
      await exported(server.store, 'jsonl'),
    );
  });
});

describe('what answers there and is no scrap', () => {
  const answering = async (status: number, body: string) => {
    const stranger: Server = createServer((_, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const address = stranger.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };

  test.each([
    [404, 'nothing here', 'invalid', 'is not scrap (HTTP 404). Set SCRAP_URL'],
    [200, '<html>', 'invalid', 'is not scrap (HTTP 200). Set SCRAP_URL'],
    [200, '{"pages":[]}', 'invalid', 'is not scrap (HTTP 200). Set SCRAP_URL'],
    [302, '', 'invalid', 'is not scrap (HTTP 302). Set SCRAP_URL'],
    [502, 'Bad Gateway', 'busy', 'scrap does not run behind it. Start it there: scrap serve'],
    [400, '{"error":{"code":"nonsense","message":3}}', 'invalid', 'is not scrap (HTTP 400)'],
  ])('%i %s', async (status, body, code, says) => {
    const machine = otherMachine(`http://${await answering(status, body)}`);
    const { refused } = await machine.doing('recent', {});
    expect(refused?.code).toBe(code);
    expect(refused?.message).toContain(says);
  });

  test('and would steer the terminal is not let', async () => {
    const body = JSON.stringify({ error: { code: 'invalid', message: '\u001B]0;x\u0007\u009Bm' } });
    const machine = otherMachine(`http://${await answering(400, body)}`);
    const { refused } = await machine.doing('recent', {});
    expect(refused?.message).toBe(' ]0;x m');
  });

  test('plain HTTP where TLS is asked for', async () => {
    const machine = otherMachine(`https://${await answering(200, 'x')}`);
    const { refused } = await machine.doing('add', { text: 'x' });
    expect(refused).toMatchObject({ code: 'refused', details: { reason: 'tls' } });
    expect(refused?.message).toContain('tailscale serve');
  });

  test('a scrap under another name says which setting is to be set there', async () => {
    const server = await serveForTest({ publicUrl: 'https://box.example' });
    onTestFinished(server.stop);
    const machine = otherMachine(`http://[::1]:${server.port}`);
    expect((await machine.doing('recent', {})).refused?.code).toBe('busy');
    const proxy = await startTailscaleProxy(server.place);
    onTestFinished(() => void proxy.stop());
    const other = otherMachine(`http://localhost:${proxy.place.port}`);
    const { refused } = await other.doing('recent', {});
    expect(refused).toMatchObject({ code: 'refused', details: { reason: 'host' } });
    expect(refused?.message).toContain(`SCRAP_PUBLIC_URL=http://localhost:${proxy.place.port}`);
  });

  test.each([
    ['nobody there', 'http://127.0.0.1:1', 'busy', 'Start scrap serve there'],
    ['no such name', 'https://nowhere.invalid', 'busy', 'not known here'],
  ])('%s', async (_, url, code, says) => {
    const { refused } = await otherMachine(url).doing('recent', {});
    expect(refused?.code).toBe(code);
    expect(refused?.message).toContain(says);
  });

  test.each([
    ['http://box.tailnet.ts.net', 'https://'],
    ['https://box.tailnet.ts.net/scrap', 'no path'],
    ['box', 'https://'],
  ])('%s is no address', async (url, says) => {
    const { refused } = await otherMachine(url).doing('recent', {});
    expect(refused).toMatchObject({ code: 'invalid', details: { setting: 'SCRAP_URL' } });
    expect(refused?.message).toContain(says);
  });
});

describe('a week of use', () => {
  /** What happens: who does it, and what; on bad days the network is cut. */
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      who: fc.nat(2),
      cuts: fc.array(fc.constantFrom(...CUTS), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('append' as const), who: fc.nat(2) }),
    fc.record({ kind: fc.constant('tag' as const), who: fc.nat(2) }),
    fc.record({ kind: fc.constant('trash' as const), who: fc.nat(2) }),
    fc.record({
      kind: fc.constantFrom('away' as const, 'back' as const, 'pull' as const),
      who: fc.nat(1),
    }),
  );

  test('loses nothing, doubles nothing, and leaves the replicas equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const server = await serveForTest();
        const network = await startCuttingProxy(server.port ?? 0);
        const machines = [otherMachine(network.url), otherMachine(network.url)];
        const app = phone(network.url);
        const written: string[] = [];
        try {
          for (const [n, { kind, who, ...more }] of acts.entries()) {
            const text = `word${n}x`;
            if (kind === 'away' || kind === 'back') {
              network.state.away = kind === 'away';
              continue;
            }
            const machine = machines[who];
            network.cuts.splice(0, Infinity, ...('cuts' in more ? more.cuts : []));
            if (kind === 'pull') {
              const pulled = await machine?.pull().catch(() => undefined);
              if (pulled !== undefined) await isEqual(machine, server);
              continue;
            }
            const [name, input] = requestFor(kind, text);
            if (machine === undefined) {
              app.waiting.push([name, { ...input, key: `phone ${n}` }]);
              await app.flush();
            } else {
              const came = await machine.doing(name, input);
              expect(came.refused?.code).not.toBe('busy');
              if (came.refused !== undefined) continue;
            }
            if (kind === 'add') written.push(text);
          }
          network.state.away = false;
          network.cuts.length = 0;
          while (app.waiting.length > 0) await app.flush();
          for (const machine of machines) await machine.doing('recent', {});
          for (const machine of machines) {
            await machine.pull();
            await isEqual(machine, server);
          }
          const added = server.store
            .all<{ text: string }>("SELECT text FROM texts WHERE text LIKE 'word%x%'")
            .map(({ text }) => text.split('\n')[0])
            .toSorted();
          expect(added).toEqual(written.toSorted());
        } finally {
          await network.stop();
          await server.stop();
        }
      }),
      { numRuns: 10 },
    );
  });

  async function isEqual(
    machine: ReturnType<typeof otherMachine> | undefined,
    server: TestServer,
  ): Promise<void> {
    const rows = await machine?.looking((store) => exported(store, 'jsonl'));
    expect(rows).toBe(await exported(server.store, 'jsonl'));
  }

  function requestFor(kind: 'add' | 'append' | 'tag' | 'trash', text: string) {
    if (kind === 'add') return ['add', { text }] as const;
    if (kind === 'append') return ['add', { text: `and ${text}`, to: 'word0x' }] as const;
    if (kind === 'tag') return ['edit_meta', { pages: ['word0x'], add_tags: ['t'] }] as const;
    return ['trash', { page: 'word1x' }] as const;
  }

  /** As the app does: kept until there is an answer, and sent again with the same key. */
  function phone(url: string) {
    const waiting: [name: string, input: object][] = [];
    const flush = async () => {
      for (let tries = 0; tries < 6 && waiting.length > 0; tries++) {
        const [name, input] = waiting[0] ?? ['', {}];
        const answer = await fetch(`${url}/api/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'scrap-source': 'pwa' },
          body: JSON.stringify(input),
        }).catch(() => undefined);
        if (answer !== undefined) waiting.shift();
      }
    };
    return { waiting, flush };
  }
});
