// npm run profile -- validate|coverage|simulate: judges data of device profiles, and answers as a device of one.
import { install, startNode } from './node.mjs';

install();
startNode('apps/simulator/src/profile/main.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
