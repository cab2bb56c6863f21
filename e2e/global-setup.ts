import { rm } from 'node:fs/promises';
import { BORN_FOLDER } from './harness/born-folder.ts';
import { startServer } from './harness/server.ts';

/** Both projects of the journeys load this file; who comes first makes the folder. */
const run = globalThis as { bornFolderOfTheRun?: Promise<string> };

/** A server starts once on an empty folder. Journeys that are not about a first start begin with a copy of it. */
export default async function setup(): Promise<() => Promise<void>> {
  run.bornFolderOfTheRun ??= makeBornFolder();
  const folder = await run.bornFolderOfTheRun;
  process.env[BORN_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function makeBornFolder(): Promise<string> {
  const server = await startServer({ fresh: true });
  await server.stop({ keep: true });
  return server.dataDir;
}
