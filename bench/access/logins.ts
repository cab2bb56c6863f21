import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { hashPassword, verifyPassword } from '../../apps/server/src/features/accounts/passwords.ts';
import type { BenchServer } from '../bench-server.ts';
import { quantile } from '../quantile.ts';
import { PASSWORD, PEOPLE } from './fill-people.ts';

const WARM_ROUNDS = 10;
const ROUNDS = 20;

/**
 * Rounds in which 50 people sign in, one every so many milliseconds (0: all at the same instant), each from an address of their
 * own; the first rounds warm the server.
 */
export async function loginP95(server: BenchServer, everyMs: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const logins = Array.from({ length: PEOPLE }, async (_, n) => {
      await setTimeout(n * everyMs);
      const began = performance.now();
      await login(server, `person${n + 1}@example.test`, `198.51.${round}.${n + 1}`);
      return performance.now() - began;
    });
    const taken = await Promise.all(logins);
    if (round >= WARM_ROUNDS) times.push(...taken);
  }
  return quantile(times, 0.95);
}

/** Connections that stay open until `hangUp`. Plain `http`, since `fetch` would take a tenth of the machine that is measured. */
const agent = new Agent({ keepAlive: true });

/** Signs in and answers the bearer token. */
async function login(server: BenchServer, account: string, address: string): Promise<string> {
  const request = httpRequest({
    agent,
    port: server.ports.http,
    host: '127.0.0.1',
    path: '/api/ups/user/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
  request.end(JSON.stringify({ account, password: PASSWORD }));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { data, msg } = JSON.parse(await text(response)) as { data: { token: string } | null; msg: string };
  if (!data) throw new Error(msg);
  return data.token;
}

export function hangUp(): void {
  agent.destroy();
}

/** Median time in which the passwords of 50 people are checked and nothing else happens: no login of that many is faster. */
export async function hashingAlone(): Promise<number> {
  const kept = await hashPassword(PASSWORD);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await Promise.all(Array.from({ length: PEOPLE }, () => verifyPassword(kept, PASSWORD)));
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}
