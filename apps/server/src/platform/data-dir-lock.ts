import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DataDirLock {
  release(): Promise<void>;
  /** Answers connections of programs on the same machine. They are closed at once before this call. */
  onAsked(answer: (socket: net.Socket) => void): void;
}

/**
 * Holds a data directory for one server at a time. The lock is a listening local socket: the operating system drops it
 * with the process, so a killed server leaves nothing that has to be cleaned by hand.
 * Throws when another server lives on the directory.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true });
  const address = await dataDirAddress(dataDir);
  const server = (await tryListen(address)) ?? (await takeOver(address));
  if (!server) {
    throw new Error(
      `Another Sunfleet server is running on ${dataDir}. Stop it first, or start this one with another SUNFLEET_DATA_DIR.`,
    );
  }
  server.unref();
  // A program that may connect can ask for a backup, so only the server's own user and root may.
  if (process.platform !== 'win32') await chmod(address, 0o600);
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
    onAsked(answer) {
      server.removeAllListeners('connection');
      server.on('connection', answer);
    },
  };
}

/** Where the server of a data directory listens for programs on the same machine. */
export async function dataDirAddress(dataDir: string): Promise<string> {
  const digest = createHash('sha256').update(await realpath(dataDir));
  const name = `sunfleet-${digest.digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.lock`);
}

function tryListen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      // The program that asked may end before the answer.
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
