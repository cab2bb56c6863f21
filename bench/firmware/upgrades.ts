import { setTimeout as wait } from 'node:timers/promises';
import type { FirmwareFault } from '../../apps/simulator/src/firmware/firmware-device.ts';
import { openMqttDevice } from '../../apps/simulator/src/run/mqtt-device.ts';
import { releaseFirmware } from '../../e2e/harness/release-firmware.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';

/** How many devices are upgraded. */
const DEVICES = Number(process.env.BENCH_DEVICES ?? 500);
const FAULTS: readonly (FirmwareFault | undefined)[] = [
  undefined,
  'powerCut',
  'linkCut',
  'wrongChecksum',
  'slow',
  'noReply',
  'badImage',
];
const CODE = 'BENCH';
const BYTES = 600_000;
/** States in which a device has not ended. */
const OPEN: ReadonlySet<string> = new Set(['waiting', 'checking', 'transferring', 'installing']);

/**
 * Devices with every fault, half of them by HTTP ranges and half by blocks over MQTT, upgraded by a real server: how long it takes, and how many of
 * them end in the open. Prints what became of each fault.
 */
export const upgradesBench: Bench = {
  names: ['firmware.upgrades', 'firmware.unknown'],
  async run(_, tell) {
    const server = await startBenchServer({
      SUNFLEET_ADMIN_PASSWORD: 'Bench-Password-1',
      SUNFLEET_COMMANDS_PER_PERSON: '100000',
      SUNFLEET_COMMANDED_DEVICES_PER_PERSON: '100000',
      SUNFLEET_COMMANDS_PER_ORGANISATION: '100000',
    });
    const devices = openDevices(server);
    try {
      await bind(server, devices.length);
      const began = performance.now();
      const id = await begin(server);
      await untilEnded(server, id);
      tell({ name: 'firmware.upgrades', value: (performance.now() - began) / 1000, unit: 's' });
      tell({ name: 'firmware.unknown', value: await printTable(server, id), unit: 'devices' });
    } finally {
      await Promise.all(devices.map((device) => device.close()));
      await server.stop();
    }
  },
};

const snOf = (index: number) => `UP${String(index).padStart(5, '0')}`;
const faultOf = (index: number) => FAULTS[index % FAULTS.length];

function openDevices({ ports, url }: BenchServer) {
  return Array.from({ length: DEVICES }, (_, index) => {
    const device = openMqttDevice({
      gateways: { mqtt: `mqtt://127.0.0.1:${ports.mqtt}`, http: url },
      organisation: CODE,
      device: { sn: snOf(index), model: 'SF-L1', manufacturer: 'Bench' },
      signIn: { secret: () => 'a secret of the bench', onSecret: () => undefined },
      onRefused: (message) => console.log(message),
      fault: faultOf(index),
      road: index % 2 === 0 ? 'http' : 'mqtt',
      pauseMs: 200,
    });
    // The first connection makes the device known.
    void device.restart();
    return device;
  });
}

/** Waits until all devices are known, and binds them to an organisation. */
async function bind({ sql }: BenchServer, devices: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ n: string }>(`SELECT count(*) AS n FROM devices WHERE firmware IS NOT NULL`);
    if (Number(row!.n) === devices) break;
    await wait(200);
  }
  await sql(
    `WITH made AS (INSERT INTO organisations (name, code, path, scope_path) VALUES ('Bench', $1, '', '') RETURNING id)
     UPDATE devices SET organisation_id = made.id, model = 'SF-L1' FROM made`,
    [CODE],
  );
  await sql(
    `UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE code = $1`,
    [CODE],
  );
  await sql(`INSERT INTO changes (topic, subject) SELECT 'deviceChanged', id FROM devices`);
  await sql(`SELECT pg_notify('changes', '')`);
  await wait(3000);
}

/** A released firmware and an upgrade of all devices, by its administrator. */
async function begin({ sql, dataDir }: BenchServer): Promise<number> {
  await releaseFirmware(dataDir, (text, values) => sql(text, values), {
    name: 'Bench',
    version: '2.0.0',
    model: 'SF-L1',
    bytes: BYTES,
  });
  const [upgrade] = await sql<{ id: string }>(
    `INSERT INTO firmware_upgrades (firmware_id, user_id, most_failed, created_at)
     SELECT (SELECT max(id) FROM firmware), (SELECT min(id) FROM users WHERE role = 'platformAdmin'), 100, now() RETURNING id`,
  );
  const id = Number(upgrade!.id);
  // Waves as the platform plans them: one in a hundred, a tenth, half, all.
  await sql(
    `INSERT INTO firmware_upgrade_devices (upgrade_id, device_id, wave)
     SELECT $1, id, CASE WHEN n <= total * 0.01 THEN 0 WHEN n <= total * 0.1 THEN 1 WHEN n <= total * 0.5 THEN 2 ELSE 3 END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS total FROM devices) numbered`,
    [id],
  );
  return id;
}

/** Waits until the upgrade has ended. The half hour of those that say nothing is put into the past once nothing else is open. */
async function untilEnded({ sql }: BenchServer, id: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ ended: boolean; open: string }>(
      `SELECT ended_at IS NOT NULL AS ended, (SELECT count(*) FROM firmware_upgrade_devices one JOIN devices ON devices.id = one.device_id
         WHERE one.upgrade_id = $1 AND one.ended_at IS NULL AND one.run_id IS NOT NULL
           AND NOT (one.state = 'transferring' AND one.sent_bytes = 0 AND devices.sn = ANY($2))) AS open
         FROM firmware_upgrades WHERE id = $1`,
      [id, silentSns()],
    );
    if (row!.ended) return;
    if (Number(row!.open) === 0)
      await sql(
        `UPDATE firmware_upgrade_devices SET began_at = began_at - interval '31 minutes'
          WHERE upgrade_id = $1 AND state = 'transferring' AND sent_bytes = 0`,
        [id],
      );
    await wait(500);
  }
}

const silentSns = () =>
  Array.from({ length: DEVICES }, (_, index) => index)
    .filter((index) => faultOf(index) === 'noReply')
    .map(snOf);

/** What became of the devices, fault by fault; answers how many have not ended, or run another version than their row says. */
async function printTable({ sql }: BenchServer, id: number): Promise<number> {
  const rows = await sql<{ sn: string; state: string; failure: string | null; firmware: string }>(
    `SELECT devices.sn, one.state, one.failure, devices.firmware FROM firmware_upgrade_devices one JOIN devices ON devices.id = one.device_id
      WHERE one.upgrade_id = $1`,
    [id],
  );
  const counts = new Map<string, number>();
  for (const { sn, state, failure, firmware } of rows) {
    const index = Number(sn.slice(2));
    const road = index % 2 === 0 ? 'http' : 'mqtt';
    const text = [faultOf(index) ?? 'none', road, state, failure ?? '-', `says ${firmware}`].join('  ');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const [text, n] of [...counts].toSorted()) console.log(`${String(n).padStart(5)}  ${text}`);
  return rows.filter(
    ({ state, firmware }) => OPEN.has(state) || (state === 'succeeded') !== (firmware === '2.0.0'),
  ).length;
}
