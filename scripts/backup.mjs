// npm run backup -- <folder>: backs the installation up, whether its server runs or not.
import { install, startNode } from './node.mjs';

install();
startNode('apps/server/src/platform/backup/cli/backup.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
