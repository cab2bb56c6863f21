import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { testPlatform } from '../../../test/harness.ts';
import { answerFrom, makeHybrid } from '../../../test/hybrid-kit.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerAuditRoutes } from '../audit/index.ts';
import { registerRunsRoutes, workRuns } from '../runs/index.ts';
import { createParametersScript, registerParametersRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_COMMANDS: 'on' });
const { server, someone } = await openApi(
  platform,
  registerParametersRoutes,
  registerRunsRoutes,
  registerAuditRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const changes = [{ key: 'battery.reserve', value: 35 }];
const scripts = everyKind(createParametersScript(platform, { looksMs: [0] }));

interface Amid {
  of: Someone;
  to: Someone;
  /** It is in no station before, and still in none when the answer comes. */
  isLoose?: boolean;
}

/** Sets a parameter of a device that is elsewhere before the answer to the write comes; answers what its page lists to whom it is then. */
async function setAmid({ of, to, isLoose = false }: Amid) {
  const { id, logger } = await makeHybrid(platform, { organisationId: of.organisationId! });
  const { id: stationId } = await makeStation(platform, { organisationId: to.organisationId! });
  const put = (there: { stationId: number | null; organisationId?: number | null }) =>
    platform.db.updateTable('devices').set(there).where('id', '=', id).execute();
  const { organisationId } = to;
  if (isLoose) {
    const none = platform.db.updateTable('devices').set({ stationId: null });
    await none.where('id', 'in', [id, logger.id]).execute();
  }
  const words = new Map([[117, 20]]);
  let writes = 0;
  const end = platform.links.serve((sn, request, { beforeSending }) => {
    if (sn !== logger.sn) return undefined;
    return beforeSending().then(async () => {
      if (request.type === 'modbusWrite') {
        writes += 1;
        await put(isLoose ? { stationId: null, organisationId: null } : { stationId, organisationId });
      }
      return answerFrom(words, request);
    });
  });
  const { data } = await of.post(`/devices/${id}/parameters`, { changes, reason: 'A quarrel' });
  await workRuns(platform, scripts, new AbortController().signal);
  end();
  expect(writes).toBe(1);
  expect((await of.get(`/runs/${data.runId}`)).data).toMatchObject({
    state: 'finished',
    devices: { unknown: 1 },
  });
  await put({ stationId, organisationId });
  return (await to.get(`/devices/${id}/parameters`)).data.changes;
}
type Someone = Awaited<ReturnType<typeof someone>>;

test('what was set on a device that left before it answered, and why, is not told its next owner', async () => {
  const [former, next] = [await someone('installer'), await someone('installer')];
  expect(await setAmid({ of: former, to: next })).toEqual([]);
});

test('nor on one in no station that was unbound before it answered', async () => {
  const [former, next] = [await someone('installer'), await someone('installer')];
  expect(await setAmid({ of: former, to: next, isLoose: true })).toEqual([]);
});

test('on one that went to another station of the same side it is told', async () => {
  const one = await someone('installer');
  expect(await setAmid({ of: one, to: one })).toMatchObject([
    { wanted: 35, state: 'unknown', reason: 'A quarrel' },
  ]);
});

test('nor is the next owner told of it whose the station is before the device answered; who works there is', async () => {
  const [crew, next] = [await someone('installer'), await someone('owner')];
  const { id, logger, station } = await makeHybrid(platform, { organisationId: crew.organisationId! });
  const words = new Map([[117, 20]]);
  const told = async (client: Someone) => {
    const { changes: made, queue } = (await client.get(`/devices/${id}/parameters`)).data;
    const log = (await client.get(`/audit?stationId=${station.id}&action=parameters.set`)).data.total;
    return { made: made.length, queue: queue.length, log };
  };
  let amid: unknown;
  const end = platform.links.serve((sn, request, { beforeSending }) => {
    if (sn !== logger.sn) return undefined;
    return beforeSending().then(async () => {
      if (request.type !== 'modbusWrite') return answerFrom(words, request);
      await platform.db
        .updateTable('stations')
        .set({ ownerId: next.user.id })
        .where('id', '=', station.id)
        .execute();
      amid = await told(next);
      return answerFrom(words, request);
    });
  });
  await crew.post(`/devices/${id}/parameters`, { changes, reason: 'A quarrel' });
  await workRuns(platform, scripts, new AbortController().signal);
  end();
  const nothing = { made: 0, queue: 0, log: 0 };
  expect([amid, await told(next)]).toEqual([nothing, nothing]);
  expect(await told(crew)).toMatchObject({ made: 1 });
});
