// npm run -s accuracy: writes docs/accuracy.md from recorded plants and from what pvlib answers.
import { install, startNode } from './node.mjs';

install();
startNode('bench/accuracy/main.ts', process.argv.slice(2)).on('exit', (code) => process.exit(code ?? 1));
