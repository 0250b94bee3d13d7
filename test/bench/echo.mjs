// Bare node:http that parses JSON and gives the same back: what any JSON server costs at least.
import { createServer } from 'node:http';

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = JSON.stringify(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
