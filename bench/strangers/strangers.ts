import http from 'node:http';
import { mainThreadSeconds } from '../cpu-seconds.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { requestsOfStrangers, type StrangerRequest } from './requests-of-strangers.ts';

/** One request takes less than the clock of a process tells apart. */
const TIMES = 6;
const WARM_UP = 300;

/**
 * What the dearest request costs that needs no account, in time of the server's only turn: every public route and what is beside them, with each field and header filled
 * with what is dear to read somewhere. Once from networks that each come for the first time, and once from one that has used up its tries. Tells which one it was.
 */
export const strangersBench: Bench = {
  names: ['stranger.dearest', 'stranger.limited.dearest'],
  async run(wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_TRUSTED_PROXIES: '127.0.0.1' });
    const agent = new http.Agent({ keepAlive: true });
    try {
      const anywhere = networks();
      for (let n = 0; n < WARM_UP; n += 1)
        await send(
          { server, agent, from: anywhere() },
          { name: '', method: 'GET', path: '/api/health', headers: {} },
        );
      const passes = [
        ['stranger.dearest', anywhere],
        ['stranger.limited.dearest', () => '203.0.113.7'],
      ] as const;
      for (const [name, from] of passes) {
        if (!wanted.has(name)) continue;
        const { ms, request } = await dearest({ server, agent }, from);
        console.error(`${name}: ${request}`);
        tell({ name, value: ms, unit: 'ms' });
      }
    } finally {
      agent.destroy();
      await server.stop();
    }
  },
};

interface Way {
  server: BenchServer;
  agent: http.Agent;
}

/** What takes longest is asked once more: the first time of all, a route is compiled, and memory is collected now and then. */
async function dearest(way: Way, from: () => string): Promise<{ ms: number; request: string }> {
  let most = { ms: 0, request: '' };
  for (const request of requestsOfStrangers()) {
    const first = await cost(way, from, request);
    const ms =
      first > most.ms ? Math.min(first, await cost(way, from, request), await cost(way, from, request)) : 0;
    if (ms > most.ms) most = { ms, request: request.name };
  }
  return most;
}

async function cost({ server, agent }: Way, from: () => string, request: StrangerRequest): Promise<number> {
  const before = await mainThreadSeconds(server.pid);
  for (let n = 0; n < TIMES; n += 1) await send({ server, agent, from: from() }, request);
  return (((await mainThreadSeconds(server.pid)) - before) * 1000) / TIMES;
}

/** Resolves when the answer is there, or the connection ended without one. */
function send(
  { server, agent, from }: Way & { from: string },
  { method, path, headers, body }: StrangerRequest,
): Promise<void> {
  return new Promise((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const told = bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
    const request = http.request({
      port: server.ports.http,
      agent,
      method,
      path,
      headers: { 'x-forwarded-for': from, ...told, ...headers },
    });
    request.on('response', (response) => response.resume().once('close', resolve));
    request.once('error', () => resolve());
    request.flushHeaders();
    request.end(bytes);
  });
}

/** Each answers another network, of a site of its own. */
function networks(): () => string {
  let n = 0;
  return () => {
    n += 1;
    return `${20 + ((n >> 16) & 127)}.${(n >> 8) & 255}.${n & 255}.7`;
  };
}
