import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Holds a data directory for one server at a time. The lock is a listening local socket: the operating system drops it
 * with the process, so a killed server leaves nothing that has to be cleaned by hand.
 * Throws when another server lives on the directory.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const address = lockAddress(await realpath(dataDir));
  const server = (await tryListen(address)) ?? (await takeOver(address));
  if (!server) {
    throw new Error(
      `Another Sunfleet server is running on ${dataDir}. Stop it first, or start this one with another SUNFLEET_DATA_DIR.`,
    );
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function lockAddress(dataDir: string): string {
  const name = `sunfleet-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.lock`);
}

function tryListen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      // Whoever asks may be gone before the answer.
      socket.on('error', () => undefined);
      socket.end();
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

async function takeOver(address: string): Promise<net.Server | undefined> {
  if (process.platform === 'win32' || (await answers(address))) return undefined;
  await rm(address, { force: true });
  return tryListen(address);
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
