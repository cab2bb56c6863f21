import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerForecastsRoutes } from '../forecasts/index.ts';
import { registerLossesRoutes } from '../losses/index.ts';
import { openFleet } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { server, someone } = await openApi(
  platform,
  (http) => registerForecastsRoutes(http, fleet),
  (http) => registerLossesRoutes(http, fleet),
);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

test('pages of a station answer before this server has heard of it, and those of none do not', async () => {
  const admin = await someone('platformAdmin');
  const { id } = await makeStation(platform);
  const ask = (station: number) =>
    Promise.all(
      ['forecast', 'losses?from=2026-06-01&to=2026-06-02'].map(async (path) => {
        const { code, error } = await admin.get(`/stations/${station}/${path}`);
        return error ?? code;
      }),
    );
  expect(await ask(id)).toEqual([200, 200]);
  // Nobody announced it.
  expect(fleet.station(id)).toBeUndefined();
  expect(await ask(999_999)).toEqual(['stationNotFound', 'stationNotFound']);
});
