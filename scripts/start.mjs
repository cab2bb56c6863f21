// npm start: installs, builds, runs the server, and beside it the demo fleet once the server is ready.
import { install, startNode } from './node.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

async function main() {
  install();
  if (process.argv.includes('--install-only')) return;
  const { buildWeb } = await import('./build-web.mjs');
  buildWeb();
  const server = startNode('apps/server/src/main.ts', ['--with-fleet'], { flags: SERVER_FLAGS });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
