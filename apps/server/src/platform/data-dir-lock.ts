import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DataDirLock {
  release(): Promise<void>;
  /** Answers connections of programs on the same machine. They are closed at once before this call. */
  onAsked(answer: (socket: net.Socket) => void): void;
}

/** Another program holds the data directory. */
export class DataDirInUse extends Error {
  /** Where it listens for programs on the same machine. */
  readonly address: string;
  constructor(dataDir: string, address: string) {
    super(
      `Another Sunfleet server is running on ${dataDir}. Stop it first, or start this one with another SUNFLEET_DATA_DIR.`,
    );
    this.address = address;
  }
}

/** The lock in a data directory, which is none of its content. */
const LOCK = '.server.lock';
/** What systems take as the path of a local socket, at least. */
const LONGEST_PATH = 103;
/** What folders say that know no sockets, as some that a container shares with its host, or have no room for one: a server starts on a full disk. */
const NO_SOCKETS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * Holds a data directory for one server at a time. The lock is a listening local socket: the operating system drops it
 * with the process, so a killed server leaves nothing that has to be cleaned by hand. It stands in the data directory itself, because services
 * and containers have temporary folders of their own, in which nobody else would find it.
 * Throws `DataDirInUse` when another server lives on the directory.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const { address, server } = await listenFor(folder);
  if (!server) throw new DataDirInUse(dataDir, address);
  const before = addressOutside(folder);
  if (address !== before && (await answers(before))) {
    await close(server);
    throw new DataDirInUse(dataDir, before);
  }
  server.unref();
  // A program that may connect can ask for a backup, so only the server's own user and root may.
  if (process.platform !== 'win32') await chmod(address, 0o600);
  return {
    release: () => close(server),
    onAsked(answer) {
      server.removeAllListeners('connection');
      server.on('connection', answer);
    },
  };
}

/** What a data directory holds besides its lock; an error where there is none. */
export async function readDataDir(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name !== LOCK);
}

interface Listening {
  address: string;
  /** Undefined where another one answers at the address. */
  server: net.Server | undefined;
}

async function listenFor(dataDir: string): Promise<Listening> {
  const inside = addressIn(dataDir);
  if (inside !== undefined) {
    try {
      return await listenAt(inside);
    } catch (error) {
      if (!NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return listenAt(addressOutside(dataDir));
}

async function listenAt(address: string): Promise<Listening> {
  return { address, server: (await tryListen(address)) ?? (await takeOver(address)) };
}

/** Undefined where the system has no such sockets, or no way to a path so long. */
function addressIn(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const address = path.join(dataDir, LOCK);
  if (Buffer.byteLength(address) <= LONGEST_PATH) return address;
  // The folder stays open for as long as the process lives.
  return process.platform === 'linux' ? `/proc/self/fd/${openSync(dataDir, 'r')}/${LOCK}` : undefined;
}

/** Where servers of earlier versions hold their directory, too. */
function addressOutside(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir);
  const name = `sunfleet-${digest.digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.lock`);
}

function close(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
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
    // Too many wait at one that stands still, as those of a supervisor that tries again and again.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'));
  });
}
