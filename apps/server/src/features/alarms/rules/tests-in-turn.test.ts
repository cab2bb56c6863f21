import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { registerAlarmsRoutes } from '../routes.ts';

/** Many people who let rules be judged on the past at the same moment, each for half a minute. */

const platform = await testPlatform();
const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
let asked = 0;
const samples: typeof platform.samples = Object.assign(Object.create(platform.samples), {
  columns: async () => {
    asked += 1;
    await answered;
    return {};
  },
});
const { server, someone } = await openApi({ ...platform, samples }, registerAlarmsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const hot = { name: 'Hot', level: 'general', raise: 'temp.inverter > 80 °C', consecutive: 1 };

test('tests of rules keep nobody from changing anything, and one is under way at a time, because each may take 1.5 GB of the server', async () => {
  const tests = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const admin = await someone('organisationAdmin');
    const station = await makeStation(platform, { organisationId: admin.organisationId! });
    await makeDevice(platform, { stationId: station.id });
    for (let again = 0; again < 3; again += 1) tests.push(admin.post('/alarm-rules/check', hot));
  }
  await expect.poll(() => asked).toBeGreaterThan(0);
  const bystander = await someone('organisationAdmin');
  expect((await bystander.post('/alarm-rules', hot)).code).toBe(200);
  expect(asked).toBe(1);
  answer();
  expect((await Promise.all(tests)).map(({ code }) => code)).toEqual(tests.map(() => 200));
});
