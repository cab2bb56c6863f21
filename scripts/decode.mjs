// npm run decode -- <hex> ...: says what frames of V5, Modbus and SunSpec mean.
import { install, startNode } from './node.mjs';

install();
startNode('packages/device-model/cli/main.ts', process.argv.slice(2)).on('exit', (code) =>
  process.exit(code ?? 1),
);
