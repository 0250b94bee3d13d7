#!/usr/bin/env node
require('../dist/start.cjs')
  .run(process.argv.slice(2))
  .then((status) => (process.exitCode = status));
