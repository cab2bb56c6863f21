import { afterAll, expect, test } from 'vitest';
import { amidApproval } from '../../../test/amid-approval.ts';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeHybrid } from '../../../test/hybrid-kit.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { releaseFirmware } from '../../../test/upgraded-fleet.ts';
import { registerFirmwareRoutes } from '../firmware/index.ts';
import { registerParametersRoutes } from '../parameters/index.ts';
import { registerProposalsRoutes } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, someone } = await openApi(
  platform,
  registerFirmwareRoutes,
  registerParametersRoutes,
  registerProposalsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

async function two() {
  const first = await someone('installer');
  const organisationId = first.organisationId!;
  return { organisationId, first, second: await someone('installer', { organisationId }) };
}

async function approve(client: Client) {
  const [{ id, digest }] = (await client.get('/proposals')).data;
  return client.post(`/proposals/${id}/accept`, { digest });
}

test('an upgrade reaches no device that came among those that were approved while the approval was written down', async () => {
  const { organisationId, first, second } = await two();
  const { id: firmwareId } = await releaseFirmware(platform);
  const { id: stationId } = await makeStation(platform, { organisationId });
  const there = { kind: 'logger', model: 'SF-L1', firmware: '1.4.2', stationId, organisationId } as const;
  await makeDevice(platform, there);
  const asked = { firmwareId, stationIds: [stationId] };
  expect((await first.post('/firmware-upgrades', asked)).error).toBe('secondPersonNeeded');
  const answer = await amidApproval(
    platform,
    () => approve(second),
    () => makeDevice(platform, there),
  );
  expect(answer.error).toBe('proposalChanged');
  expect(await db.selectFrom('firmwareUpgradeDevices').select('deviceId').execute()).toEqual([]);
});

test('nothing is set on a device that came into the place of the approved one while the approval was written down', async () => {
  const { organisationId, first, second } = await two();
  const { id } = await makeHybrid(platform, { organisationId });
  const body = { changes: [{ key: 'grid.voltageMax', value: 253 }], reason: 'Grid operator' };
  expect((await first.post(`/devices/${id}/parameters/dangerous`, body)).error).toBe('secondPersonNeeded');
  const answer = await amidApproval(
    platform,
    () => approve(second),
    () =>
      db
        .updateTable('devices')
        .set({ sn: `ANOTHER${id}` })
        .where('id', '=', id)
        .execute(),
  );
  expect(answer.error).toBe('proposalChanged');
  expect(await db.selectFrom('runs').select('id').execute()).toEqual([]);
});

test('a device that came to another station of its owner meanwhile is another thing than was proposed', async () => {
  const { organisationId, first, second } = await two();
  const { id: firmwareId } = await releaseFirmware(platform);
  const [one, other] = [
    await makeStation(platform, { organisationId }),
    await makeStation(platform, { organisationId }),
  ];
  const { sn } = await makeDevice(platform, {
    kind: 'logger',
    model: 'SF-L1',
    firmware: '1.4.2',
    stationId: one.id,
    organisationId,
  });
  const { id } = await makeHybrid(platform, { organisationId });
  const changes = [{ key: 'grid.voltageMax', value: 253 }];
  const proposals = [
    ['/firmware-upgrades', { firmwareId, sns: [sn] }],
    [`/devices/${id}/parameters/dangerous`, { changes, reason: 'Grid operator' }],
  ] as const;
  for (const [path, body] of proposals) {
    expect((await first.post(path, body)).error).toBe('secondPersonNeeded');
    const where = await db
      .selectFrom('devices')
      .select('stationId')
      .where('organisationId', '=', organisationId)
      .execute();
    expect(where.some(({ stationId }) => stationId !== other.id)).toBe(true);
    await db
      .updateTable('devices')
      .set({ stationId: other.id })
      .where('organisationId', '=', organisationId)
      .execute();
    expect((await approve(second)).error).toBe('proposalChanged');
    await db
      .updateTable('devices')
      .set({ stationId: one.id })
      .where('organisationId', '=', organisationId)
      .execute();
    await db.updateTable('proposals').set({ state: 'declined' }).execute();
  }
});
