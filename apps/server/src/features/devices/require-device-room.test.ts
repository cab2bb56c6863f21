import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { placeDevice } from './add-device.ts';

const platform = await testPlatform();
const renewer = { platform, context: { actor: systemActor, address: null } };
afterAll(() => platform.stop());

test('people add devices up to the number of their organisation, and another organisation goes on', async () => {
  const organisation = await makeOrganisation(platform);
  const full = await makeStation(platform, { organisationId: organisation.id });
  const other = await makeStation(platform);
  await sql`INSERT INTO devices (sn, kind, organisation_id, created_at)
    SELECT 'FULL-' || n, 'meter', ${organisation.id}, '2020-01-01' FROM generate_series(2, ${LIMITS.devicesPerOrganisation}::int) n`.execute(
    platform.db,
  );
  const add = (station: { id: number; organisationId: number }, sn: string) =>
    platform.db
      .transaction()
      .execute((trx) => placeDevice(trx, renewer, { station, input: { sn, kind: 'meter' } }));
  await add(full, 'QUOTA-LAST');
  await expect(add(full, 'QUOTA-BEYOND')).rejects.toMatchObject({ key: 'tooManyDevices' });
  await add(other, 'QUOTA-OTHER');
});
