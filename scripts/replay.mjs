// npm run replay -- plant22|enerpos|strings: sends recorded data through the gateways of a running server.
import { install, startNode } from './node.mjs';

install();
startNode('apps/simulator/src/replay/main.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
