// npm run audit: follows the hash chain of the audit log.
import { install, startNode } from './node.mjs';

install();
startNode('apps/server/src/features/audit/cli/main.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
