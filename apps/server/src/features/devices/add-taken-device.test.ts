import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { claimCodeOf, storeShownSecret } from './claim-code.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const SECRET = 'the secret on the label of the device';

test('of two who show the claim code of a device at the same moment, one to add it and one to put it into a place, the one who comes late may ask again', async () => {
  const [first, late] = [await someone('organisationAdmin'), await someone('organisationAdmin')];
  const { db } = platform;
  const at = ({ organisationId }: typeof first) => makeStation(platform, { organisationId: organisationId! });
  const [home, other] = [await at(first), await at(late)];
  const place = await makeDevice(platform, {
    stationId: home.id,
    organisationId: home.organisationId,
    ...storeShownSecret('old', 'another secret'),
  });
  const sn = `CLAIMED-${place.id}`;
  const claimed = await makeDevice(platform, { sn, ...storeShownSecret(sn, SECRET) });
  const claimCode = claimCodeOf(sn, SECRET);
  const add = () => late.post(`/stations/${other.id}/devices`, { sn, kind: 'inverter', claimCode });
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    // What `first` does last before both wait for each other: both rows are its own until this ends.
    await trx.selectFrom('devices').select('id').where('id', '=', claimed.id).forUpdate().execute();
    await held.promise;
    await trx
      .updateTable('devices')
      .set({ sn: `${sn} ` })
      .where('id', '=', claimed.id)
      .execute();
    await trx.updateTable('devices').set({ sn }).where('id', '=', place.id).execute();
  });
  const added = add();
  await vi.waitUntil(async () => (await waitingForLocks(platform)) > 0);
  held.resolve();
  await holding;
  expect(await added).toMatchObject({ code: 40972, error: 'beingChanged' });
  expect((await add()).error).toBe('snTaken');
});
