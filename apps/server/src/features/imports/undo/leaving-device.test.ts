import { afterAll, expect, test, vi } from 'vitest';
import { newSn, openImports } from '../../../../test/imports-kit.ts';
import { runUndo } from './run-undo.ts';

// Threads that read files start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const kit = await openImports();
const { platform } = kit;
afterAll(kit.stop);

const MINUTE = 60_000;
const DAY = 86_400_000;
const BEGIN = Date.UTC(2025, 11, 1);

test('taking an import back stops at a device that leaves while it goes on', async () => {
  const [side, next] = [await kit.someone(), await kit.someone()];
  const sn = newSn();
  const rows = [BEGIN - 10 * MINUTE, BEGIN + DAY].flatMap((from) =>
    Array.from({ length: 20 }, (_, n) => `${new Date(from + n * MINUTE).toISOString()},${n}`),
  );
  const columns = [{ column: 'P', point: 'ac.power' }];
  const csv = `time,P\n${rows.join('\n')}\n`;
  const run = await side.run(csv, { sn, timeColumn: 'time', timeFormat: 'iso', columns });
  expect(run).toMatchObject({ state: 'done', samples: 40 });
  expect((await side.post(`/imports/${run.id}/undo`)).code).toBe(200);
  const moving = {
    ...platform,
    samples: Object.assign(Object.create(platform.samples), {
      async command(sql: string, params?: object) {
        await platform.samples.command(sql, params as never);
        if (!sql.startsWith('DELETE')) return;
        const home = { stationId: next.station.id, organisationId: next.organisation.id };
        await platform.db.updateTable('devices').set(home).where('sn', '=', sn).execute();
      },
    }),
  };
  const redone: number[] = [];
  const rollUps = {
    redo: async ({ devices }: { devices: readonly number[] }) => void redone.push(...devices),
  };
  const signal = new AbortController().signal;
  await runUndo({ platform: moving, rollUps: rollUps as never, signal }, run.id);
  // Those of the month before are gone; what is of somebody else by then stays as it is.
  expect(await kit.samplesOf(sn, 'ac.power')).toHaveLength(30);
  expect(redone).toEqual([]);
});
