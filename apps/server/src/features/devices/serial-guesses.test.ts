import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { nameElsewhere } from './index.ts';
import { limitSerialGuesses } from './serial-guesses.ts';

// What several servers do at the same moment: they have nothing but the database in common.

const platform = await testPlatform();
afterAll(() => platform.stop());

const countOf = (all: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, { length }]) => [one, length]));

async function someone(network: string) {
  const user = await makeUser(platform, { role: 'owner' });
  const actor = { ...systemActor, kind: 'user' as const, userId: user.id };
  const context = { actor, address: network, language: 'en-US' as const, bearer: '' };
  return async (error?: 'snTaken' | 'claimCodeNeeded') => {
    const work = async () => {
      await delay(20);
      if (error) throw new AppError(error, { sn: 'X' });
      return 'added';
    };
    try {
      return await limitSerialGuesses(platform, context, { route: 'addDevice', sn: 'X', work });
    } catch (thrown) {
      return (thrown as AppError).key;
    }
  };
}

test('serial numbers that are tried at the same moment tell no more than one after the other', async () => {
  const guess = await someone('192.0.2.1');
  const all = await Promise.all(Array.from({ length: 40 }, () => guess('snTaken')));
  expect(countOf(all)).toEqual({ snTaken: 10, tooManyRequests: 30 });
  expect(await guess()).toBe('tooManyRequests');
});

test('neither do those of many accounts of one network', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => someone('192.0.2.2')));
  const all = await Promise.all(people.flatMap((guess) => Array.from({ length: 6 }, () => guess('snTaken'))));
  expect(countOf(all)).toEqual({ snTaken: 50, tooManyRequests: 22 });
});

test('who adds devices and meets nothing of others is not counted', async () => {
  const add = await someone('192.0.2.3');
  for (let n = 0; n < 20; n += 1) expect(await add()).toBe('added');
  for (let n = 0; n < 60; n += 1) expect(await add('claimCodeNeeded')).toBe('claimCodeNeeded');
  expect(await add()).toBe('tooManyRequests');
});

test('imports of one person that are checked at the same moment name no more numbers than one', async () => {
  const [station, other] = [await makeStation(platform), await makeStation(platform)];
  const user = await makeUser(platform, { role: 'owner' });
  const sns: string[] = [];
  for (let n = 0; n < 12; n += 1) sns.push((await makeDevice(platform, { stationId: other.id })).sn);
  const named = await Promise.all(
    Array.from({ length: 8 }, () => nameElsewhere(platform, { station, sns, userId: user.id })),
  );
  expect(named.reduce((sum, one) => sum + one.named.length, 0)).toBe(10);
});
