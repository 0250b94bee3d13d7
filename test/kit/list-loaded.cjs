// With --require: says on stderr, when the program ends, which of its chunks were loaded.
const path = require('node:path');

process.on('exit', () => {
  for (const file of Object.keys(require.cache)) {
    if (path.basename(path.dirname(file)) !== 'dist') continue;
    process.stderr.write(`loaded ${path.basename(file)}\n`);
  }
});
