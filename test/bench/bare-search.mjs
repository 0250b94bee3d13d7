// Bare node:http around the same store call as POST /api/search.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { openStore, operations, perform } = createRequire(import.meta.url)(
  join(import.meta.dirname, '../../dist/store.cjs'),
);
const store = openStore(process.argv[2]);
const search = await operations.search();
const caller = { door: 'http', author: 'me', source: 'http', here: false };

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

async function answer(request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const input = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  const body = JSON.stringify(await perform(search, store, input, caller));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
