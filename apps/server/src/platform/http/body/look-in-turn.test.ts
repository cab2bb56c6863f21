import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openAccounts } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { registerRoute } from '../register-route.ts';
import { createLookInTurn } from './look-in-turn.ts';

const platform = await testPlatform();
const { server, call, person } = await openAccounts(platform, (http) =>
  registerRoute(http, 'createRole', async () => {
    throw new Error('nobody comes so far');
  }),
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const LARGE = 2_000_000;

/** A clock that stands, on which each look takes 50 ms, and whose rests end when the test says so. */
function standingClock() {
  let time = 0;
  const rests: { ms: number; end: () => void }[] = [];
  const lookInTurn = createLookInTurn({
    now: () => time,
    wait: (ms) => new Promise<void>((end) => rests.push({ ms, end })),
  });
  const looked: string[] = [];
  const look = (person: string, { organisation = person, bytes = LARGE, isParsed = false } = {}) =>
    lookInTurn(
      { person, organisation },
      bytes,
      () => {
        looked.push(person);
        time += 50;
        return person;
      },
      isParsed ? 'preferred' : 'ordinary',
    );
  /** Ends rest after rest, until all of these were looked through. */
  const goOn = async (next: readonly string[]) => {
    const from = looked.length - 1;
    for (const [at, person] of next.entries()) {
      await vi.waitFor(() => expect(rests).toHaveLength(from + at + 1));
      expect(rests[from + at]!.ms).toBe(150);
      rests[from + at]!.end();
      await vi.waitFor(() => expect(looked[from + at + 1]).toBe(person));
    }
  };
  return { rests, lookInTurn, looked, look, goOn };
}

test('large bodies are looked through one at a time, in turns of people, with a rest of three times as long after each', async () => {
  const { rests, lookInTurn, looked, look, goOn } = standingClock();
  const all = [look('flood'), look('flood'), look('flood'), look('other'), look('small', { bytes: 16_000 })];
  expect(await all[4]).toBe('small');
  expect(await all[0]).toBe('flood');
  expect(looked).toEqual(['small', 'flood']);
  looked.shift();
  await goOn(['other', 'flood', 'flood']);
  await Promise.all(all);
  const wrong = lookInTurn({ person: 'other', organisation: 'other' }, LARGE, () => {
    throw new Error('wrong');
  });
  rests.at(-1)!.end();
  await vi.waitFor(() => expect(rests).toHaveLength(4));
  rests.at(-1)!.end();
  await expect(wrong).rejects.toThrow('wrong');
});

test('many people of one organisation have a turn together, and what was parsed comes before what was not', async () => {
  const { looked, look, goOn } = standingClock();
  const of = { organisation: 'crowd' };
  const all = [
    ...['one', 'two', 'three', 'four'].map((person) => look(person, of)),
    look('parsed', { ...of, isParsed: true }),
    look('alone'),
  ];
  await all[0];
  expect(looked).toEqual(['one']);
  await goOn(['parsed', 'two', 'alone', 'three', 'four']);
  await Promise.all(all);
});

test('a large body is parsed and looked through in turns, right or wrong, and a small one of anybody at once', async () => {
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((end) => ends.push(end));
  server.lookInTurn = createLookInTurn({ now: () => performance.now(), wait });
  const [flood, other] = [
    await person({ role: 'organisationAdmin' }),
    await person({ role: 'organisationAdmin' }),
  ];
  const answered: string[] = [];
  const send = async (bearer: string, letters: number) => {
    const { error } = await call('/roles', { body: { name: 'x'.repeat(letters) }, bearer });
    answered.push(`${letters} ${error}`);
  };
  const first = send(flood.token, 30_000);
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  const waits = send(other.token, 20_000);
  await send(other.token, 100);
  await send(flood.token, 200);
  expect(answered).toEqual(['100 invalidInput', '200 invalidInput']);
  // What was parsed is looked through before the next one is parsed.
  ends[0]!();
  await first;
  expect(answered.at(-1)).toBe('30000 invalidInput');
  expect(ends).toHaveLength(2);
  for (const next of [1, 2]) {
    ends[next]!();
    await vi.waitFor(() => expect(ends).toHaveLength(next + 2));
  }
  await waits;
  expect(answered.at(-1)).toBe('20000 invalidInput');
});

test('what somebody sent and hung up after holds its place until it was looked through', async () => {
  server.lookInTurn = createLookInTurn({ now: () => 0, wait: () => new Promise(() => undefined) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as net.AddressInfo;
  const { token } = await person({ role: 'organisationAdmin' });
  const body = JSON.stringify({ name: 'x'.repeat(LARGE) });
  const send = async () => {
    const came = once(server.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString()));
    const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`POST /api/roles HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    const [request, response] = await came;
    const sent = once(request, 'end');
    const isOver = once(response, 'close');
    return { sent, isOver, text: () => text, hangUp: () => void socket.destroy() };
  };
  // Nobody else has a turn after the first one. Four take the room of their account.
  for (let n = 0; n < 4; n += 1) {
    const { sent, isOver, hangUp } = await send();
    await sent;
    hangUp();
    await isOver;
  }
  const refused = await send();
  await vi.waitUntil(() => refused.text().includes('tooManyRequests'), { timeout: 10_000 });
});
