// npm run restore -- <folder>: puts a backup into an empty data directory.
import { install, startNode } from './node.mjs';

install();
startNode('apps/server/src/platform/backup/cli/restore.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
