import type { ReadFile } from './messages.ts';

// The process in which one file is read, so that the server goes on whatever the file does to its reader. See `create-reader.ts`.

// Ctrl+C and the manager of services address all processes. The server says what becomes of the file.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server is gone, or done with this one.
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();

const { answerFile } = await import('./answer-file.ts');
await answerFile(async () => {
  const module = (await import(process.argv[2]!)) as { readFile: ReadFile<unknown, unknown> };
  return module.readFile;
});
