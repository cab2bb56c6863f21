import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { lettersTo } from '../../../test/grants-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes, tellOffer } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;

async function handOver(from: Someone, to: Someone, name = 'Barn roof') {
  const station = await makeStation(platform, {
    organisationId: from.organisationId!,
    createdBy: from.user.id,
    name,
  });
  const { data } = await from.post(`/stations/${station.id}/hand-over`, { account: to.user.email });
  await tellOffer(platform, { handOverId: data.id });
}

test('a station cannot be named so that the platform writes the words of a stranger', async () => {
  const [stranger, victim] = [await someone('installer'), await someone('owner')];
  await handOver(stranger, victim, '- account locked, sign in at https://evil.example/login within 1 hour -');
  const [letter] = await lettersTo(platform, victim.user.email!);
  for (const part of [letter!.subject, letter!.body]) {
    expect(part).toContain('“- account locked, sign in at https: evil. example/ login');
    expect(part).not.toMatch(/:\/\/|evil\.example/);
  }
});

test('a job of an offer that is done twice, as where its server was killed right after it, writes once', async () => {
  const [giver, taker] = [await someone('installer'), await someone('owner')];
  const station = await makeStation(platform, {
    organisationId: giver.organisationId!,
    createdBy: giver.user.id,
  });
  const account = taker.user.email!;
  const offered = await giver.post(`/stations/${station.id}/hand-over`, { account });
  const granted = await giver.post('/grants', {
    object: { stationIds: [station.id] },
    to: { account },
    role: 'viewer',
    endsAt: platform.clock.now() + 86_400_000,
  });
  for (const offer of [{ handOverId: offered.data.id }, { grantId: granted.data.id }])
    for (let done = 0; done < 2; done += 1) await tellOffer(platform, offer);
  const letters = await lettersTo(platform, account);
  expect(letters.map(({ template }) => template).toSorted()).toEqual(['grantOffered', 'handOverOffered']);
});

test('offers write to one recipient so often in a day, of one account and in all', async () => {
  const victim = await someone('owner');
  const lettersNow = async () => (await lettersTo(platform, victim.user.email!)).length;
  const { unaskedFromOneDaily: ofOne, unaskedDaily: ofAll } = LIMITS;
  const told: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const stranger = await someone('installer');
    for (let offers = 0; offers <= ofOne; offers += 1) await handOver(stranger, victim);
    told.push(await lettersNow());
  }
  expect(told).toEqual([ofOne, 2 * ofOne, ofAll]);
  expect((await victim.get('/hand-overs')).data).toHaveLength(3 * (ofOne + 1));
  platform.clock.advance(86_400_000);
  await handOver(await someone('installer'), victim);
  expect(await lettersNow()).toBe(ofAll + 1);
});
