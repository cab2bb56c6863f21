import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What is tried in turn to end a server, and how long each one gets: a clean end, an end without one, and force. */
const WAYS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
];

/** Stops a server that outlived a killed Sunfleet and removes the file that names it, which a power cut can leave empty. */
export async function stopOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && (await servesHere(pid, data))) await end(pid);
  await rm(file, { force: true });
}

/** Whether the process is the server of this directory; its number may have gone to another one since. */
async function servesHere(pid: number, data: string): Promise<boolean> {
  if (!alive(pid)) return false;
  // Elsewhere a living process is taken for the server.
  if (process.platform !== 'linux') return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === (await realpath(data));
}

async function end(pid: number): Promise<void> {
  for (const [signal, patience] of WAYS) {
    process.kill(pid, signal);
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!alive(pid)) return;
      await delay(25);
    }
  }
  throw new Error(`A former PostgreSQL server (process ${pid}) does not stop.`);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
