import net from 'node:net';
import type { HttpServer } from './http/server.ts';

/**
 * Connections of a door that wait to be accepted, as many as the system lets them be (`net.core.somaxconn`, 4,096 on Linux). With the 511 of Node, short
 * connections of many addresses kept everybody else's from coming in.
 */
const BACKLOG = 4096;

interface Place {
  host: string;
  port: number;
}

/** Opens a door of devices. */
export function openDoor(server: net.Server, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
}

/** Opens the door of people. */
export async function openHttpDoor({ app }: Pick<HttpServer, 'app'>, { host, port }: Place): Promise<void> {
  await app.listen({ host, port, backlog: BACKLOG });
}

/**
 * The port itself when it is free, else the next free one of the twenty above it. Port 0 stays 0 (the system chooses).
 * With `strict`, throws when the wanted one is taken.
 */
export async function choosePort(wanted: number, host: string, strict: boolean): Promise<number> {
  if (wanted === 0) return 0;
  for (let port = wanted; port <= Math.min(wanted + 20, 65535); port += 1) {
    if (await isFree(port, host)) return port;
    if (strict) throw new Error(`Port ${port} is taken. Free it or name another.`);
  }
  throw new Error(`Ports ${wanted} to ${wanted + 20} are all taken.`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
