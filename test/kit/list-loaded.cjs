// With --require: says on stderr, when the program ends, which of its chunks were loaded.
const { basename, dirname } = require('node:path');

process.on('exit', () => {
  for (const file of Object.keys(require.cache)) {
    if (basename(dirname(file)) === 'dist') process.stderr.write(`loaded ${basename(file)}\n`);
  }
});
