// npm run bench -- [name ...]: prints one line a figure.
import { install, startNode } from './node.mjs';

install();
const { buildWeb } = await import('./build-web.mjs');
buildWeb();
startNode('bench/main.ts', process.argv.slice(2)).on('exit', (code) => process.exit(code ?? 1));
