// Bare node:http that parses JSON and gives the same back: what any JSON server costs at least.
import { createServer } from 'node:http';

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

async function answer(request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = JSON.stringify(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
