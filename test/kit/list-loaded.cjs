// With --require: says on stderr, when the program ends, which of its chunks were loaded. The
// debugger is asked, since it alone sees ES modules and the others alike.
const { Session } = require('node:inspector');
const path = require('node:path');

const files = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => {
  if (path.basename(path.dirname(params.url)) === 'dist') files.add(path.basename(params.url));
});
session.post('Debugger.enable');

process.on('exit', () => {
  for (const file of files) process.stderr.write(`loaded ${file}\n`);
});
