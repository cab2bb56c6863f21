import { afterAll, expect, test, vi } from 'vitest';
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

test('large bodies are looked through one at a time, in turns of people, with a rest of three times as long after each', async () => {
  let time = 0;
  const rests: { ms: number; end: () => void }[] = [];
  const lookInTurn = createLookInTurn({
    now: () => time,
    wait: (ms) => new Promise<void>((end) => rests.push({ ms, end })),
  });
  const looked: string[] = [];
  const look = (who: string, bytes = LARGE) =>
    lookInTurn(who, bytes, () => {
      looked.push(who);
      time += 50;
      return who;
    });
  const all = [look('flood'), look('flood'), look('flood'), look('other'), look('small', 16_000)];
  expect(await all[4]).toBe('small');
  expect(await all[0]).toBe('flood');
  expect(looked).toEqual(['small', 'flood']);
  for (const [at, next] of ['flood', 'other', 'flood'].entries()) {
    await vi.waitFor(() => expect(rests).toHaveLength(at + 1));
    expect(rests[at]!.ms).toBe(150);
    rests[at]!.end();
    await vi.waitFor(() => expect(looked[at + 2]).toBe(next));
  }
  await Promise.all(all);
  const wrong = lookInTurn('other', LARGE, () => {
    throw new Error('wrong');
  });
  rests.at(-1)!.end();
  await vi.waitFor(() => expect(rests).toHaveLength(4));
  rests.at(-1)!.end();
  await expect(wrong).rejects.toThrow('wrong');
});

test('a large body of somebody else waits for the rest after one, right or wrong, and a small one does not', async () => {
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
  await send(flood.token, 30_000);
  const waits = send(other.token, 20_000);
  await send(other.token, 100);
  await send(flood.token, 200);
  expect(answered).toEqual(['30000 invalidInput', '100 invalidInput', '200 invalidInput']);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await waits;
  expect(answered.at(-1)).toBe('20000 invalidInput');
});
