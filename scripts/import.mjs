// npm run import -- <csv> ...: imports a CSV through the API of a running server.
import { install, startNode } from './node.mjs';

install();
startNode('apps/server/src/features/imports/cli/main.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
