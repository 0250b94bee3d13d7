import { type ChildProcess, spawn } from 'node:child_process';

import { openStore } from '../../src/store/index.ts';
import { built, PROGRAM, temporaryStore } from './scrap.ts';

export interface PageInStore {
  readonly slug: string;
  readonly text: string;
  readonly source: string;
  readonly due: string | null;
  readonly trashed: string | null;
}

/** `scrap serve` as it is installed, over a store of this test's own; `file` is that store. */
export class ServedApp {
  readonly file: string;
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(file: string) {
    this.file = file;
  }

  get port(): number {
    return this.#port;
  }

  /** On `localhost`, which browsers take for secure though it is plain http. */
  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts it, the second time on the port that it had. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(this.#port)], {
      env: { PATH: process.env['PATH'], SCRAP_STORE: this.file },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    const ready = new Promise<void>((resolve, reject) => {
      const listen = (text: string) => {
        said += text;
        if (said.includes('stop')) resolve();
      };
      child.stdout.setEncoding('utf8').on('data', listen);
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.on('close', () => reject(new Error(`serve did not start: ${said}`)));
    });
    await ready;
    this.#port = Number(/is at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  /** What lies in the store, in the order it was made. */
  pages(): PageInStore[] {
    const store = openStore(this.file);
    try {
      return store.all<PageInStore>(
        'SELECT slug, text, source, due, trashed FROM pages JOIN texts ON page_id = id ORDER BY id',
      );
    } finally {
      store.close();
    }
  }

  texts(): string[] {
    return this.pages().map(({ text }) => text);
  }

  /** Writes as a program on this machine would. */
  async post(operation: string, input: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${this.url}/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { slug: string; revision: number };
  }
}

/** Serves the built app; it ends with the test. */
export async function serveApp(): Promise<ServedApp> {
  built();
  const { onTestFinished } = await import('vitest');
  const app = new ServedApp(temporaryStore());
  await app.start();
  onTestFinished(() => app.stop());
  return app;
}
