import { spawn } from 'node:child_process';
import { createServer, request, Agent } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';

import { cpuOf, inTurn, median } from './measure.mjs';
import { RARE } from './notebook.mjs';

const scrap = join(import.meta.dirname, '../../bin/scrap.cjs');
const REQUESTS = 2_000;

/** The server beside bare ones: to the first reply, per search, per MCP call. */
export async function benchServer(rows, stores) {
  const [size, store] = stores.at(-1);
  await firstReply(rows, size, store);
  const bare = await startScript('bare-search.mjs', store);
  const echo = await startScript('echo.mjs');
  const serve = await startServe(store);
  try {
    const call = (method, params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const modern = (method, params) =>
      call(method, {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      });
    const read = { name: 'read', arguments: { page: 'readable' } };
    const old = { 'mcp-protocol-version': '2025-11-25' };
    const now = (method, name) => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    });
    const first = `http://127.0.0.1:${serve.port}/api/search?query=${RARE}&limit=1`;
    const [{ slug }] = (await (await fetch(first)).json()).pages;
    const costs = await costsOf({
      bare: [bare, '/', JSON.stringify({ query: RARE })],
      search: [serve, '/api/search', JSON.stringify({ query: RARE })],
      related: [serve, '/api/search', JSON.stringify({ query: `related:${slug}` })],
      echoCall: [echo, '/', call('tools/call', read)],
      call2025: [serve, '/mcp', call('tools/call', read), old],
      call2026: [serve, '/mcp', modern('tools/call', read), now('tools/call', 'read')],
      list2025: [serve, '/mcp', call('tools/list', {}), old],
      list2026: [serve, '/mcp', modern('tools/list', {}), now('tools/list')],
    });
    const us = (name) => `${(costs[name] * 1000).toFixed(0)} µs`;
    rows.add(
      `HTTP search, ${size} pages: server CPU × bare node:http`,
      costs.search / costs.bare,
      1.25,
      us('search'),
    );
    rows.add(
      `HTTP search for related pages, ${size} pages: server CPU × one for a word`,
      costs.related / costs.search,
      4,
      us('related'),
    );
    rows.add(
      'MCP tools/call read, 2025: server CPU × echo',
      costs.call2025 / costs.echoCall,
      4,
      us('call2025'),
    );
    rows.add(
      'MCP tools/call read, 2026: server CPU × echo',
      costs.call2026 / costs.echoCall,
      7,
      us('call2026'),
    );
    rows.add(
      'MCP tools/list, 2025: server CPU × echo',
      costs.list2025 / costs.echoCall,
      3,
      us('list2025'),
    );
    rows.add(
      'MCP tools/list, 2026: server CPU × echo',
      costs.list2026 / costs.echoCall,
      6,
      us('list2026'),
    );
  } finally {
    for (const { child } of [bare, echo, serve]) child.kill('SIGTERM');
  }
}

async function firstReply(rows, size, store) {
  const base = inTurn({ node: 'node -e 0' }, { runs: 9 }).node.wall;
  const times = [];
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    const serve = await startServe(store);
    times.push(performance.now() - began);
    serve.child.kill('SIGTERM');
    await once(serve.child, 'exit');
  }
  rows.add(
    `serve to first reply, ${size} pages: wall × node -e 0`,
    median(times) / base,
    3,
    `${median(times).toFixed(0)} ms`,
  );
}

export async function startServe(store) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [scrap, 'serve', '--quiet', '--port', String(port), '--store', store],
    { stdio: 'ignore' },
  );
  for (;;) {
    try {
      await post(port, '/healthz', undefined, {}, undefined);
      return { child, port };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

async function startScript(name, ...args) {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, port: Number(String(line)) };
}

/** Server CPU ms per request of each kind, the kinds in turn so that drift meets them all. */
async function costsOf(kinds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const taken = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = -1; round < 5; round++) {
    for (const [name, [server, path, body, headers = {}]] of Object.entries(kinds)) {
      const before = cpuOf(server.child.pid);
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let i = 0; i < REQUESTS / 4; i++)
            await post(server.port, path, agent, headers, body);
        }),
      );
      if (round >= 0) taken[name].push((cpuOf(server.child.pid) - before) / REQUESTS);
    }
  }
  agent.destroy();
  return Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, median(all)]));
}

function post(port, path, agent, headers, body) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
        answer.resume();
        answer.on('end', resolve);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
