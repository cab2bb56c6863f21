import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Reading the program takes most of a start. What was read once is kept beside the packages; where that folder cannot be
// written, a start takes longer and nothing else changes.
enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/node'));

// A statement of the embedded ClickHouse keeps a thread, of which files and passwords need some, too. Read when the first is begun.
process.env.UV_THREADPOOL_SIZE ??= '12';

const { messageOf } = await import('./platform/errors.ts');
const { runServer } = await import('./run-server.ts');

runServer((text) => console.log(text)).catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
