#!/usr/bin/env node
require('../dist/cli.cjs')
  .run(process.argv.slice(2))
  .then((status) => (process.exitCode = status));
