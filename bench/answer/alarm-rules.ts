import { POINTS } from '@sunfleet/device-model';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { readEpisodes, siteParams } from '../../apps/server/src/features/alarms/rules/judge-devices.ts';
import { countSql } from '../../apps/server/src/features/alarms/rules/test-rule.ts';
import { readRule } from '../../apps/server/src/features/alarms/rules/rule-conditions.ts';
import type { RuleDevice } from '../../apps/server/src/features/alarms/rules/rule-devices.ts';
import { openEmbeddedSamplesDb } from '../../apps/server/src/platform/clickhouse/embedded.ts';
import { migrateClickhouse } from '../../apps/server/src/platform/clickhouse/migrate.ts';
import type { SamplesDb } from '../../apps/server/src/platform/clickhouse/samples-db.ts';
import type { Bench } from '../figure.ts';

const DEVICES = 100_000;
const RULES = 200;
const RULES_AT_ONCE = 20;
const DEVICES_AT_ONCE = 5000;
/** Means that a look of ten minutes' windows reads. */
const LOOK_MEANS = 24;
const LOOK_SECONDS = 300;
const HISTORY_DEVICES = 1000;
const HISTORY_DAYS = 30;
const KEYS = ['ac.power', 'ac.l1.voltage', 'ac.frequency', 'temp.inverter'];

/**
 * Rules for alarms: processor time of a look of 200 rules over 100,000 devices, as a share of one core, because there is one each five minutes
 * however often devices report; what Node holds after it beside what it held before, by device; and a rule tried on thirty days of 1,000
 * stations.
 */
export const alarmRulesBench: Bench = {
  names: ['alarms.engine', 'alarms.engine.bytes', 'alarms.history'],
  async run(wanted, tell) {
    const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-rules-'));
    const samples = await openEmbeddedSamplesDb(directory);
    try {
      await migrateClickhouse(samples, undefined);
      const to = Math.floor(Date.now() / 300_000) * 300;
      if (wanted.has('alarms.history'))
        tell({ name: 'alarms.history', value: await history(samples, to), unit: 'ms' });
      if (!wanted.has('alarms.engine') && !wanted.has('alarms.engine.bytes')) return;
      const { cores, bytes } = await look(samples, to);
      tell({ name: 'alarms.engine', value: cores, unit: 'cores' });
      tell({ name: 'alarms.engine.bytes', value: bytes, unit: 'B/device' });
    } finally {
      await samples.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

const pointIds = KEYS.map((key) => POINTS.find((point) => point.key === key)!.id);

/** Means of points of devices one after the other up to a time. */
const fill = (samples: SamplesDb, { devices, means, to }: { devices: number; means: number; to: number }) =>
  samples.command(
    `INSERT INTO rollup_5m SELECT 1 + intDiv(number, ${means * KEYS.length}) AS device,
       [${pointIds.join(', ')}][1 + intDiv(number, ${means}) % ${KEYS.length}] AS point,
       toDateTime(${to} - (${means} - number % ${means}) * 300, 'UTC') AS bucket,
       rand() % 100000 / 1000 AS avg, avg - 1 AS min, avg + 1 AS max, 30, 1
     FROM numbers(${devices * means * KEYS.length})`,
  );

const deviceOf = (id: number): RuleDevice => ({
  id,
  stationId: Math.ceil(id / 5),
  kind: 'inverter',
  meterRole: null,
  held: false,
  homePath: '/1/',
  peers: String(Math.ceil(id / 5)),
  latitude: 48,
  longitude: 11,
  ratedPower: 10_000,
  share: 0.2,
});

async function look(samples: SamplesDb, to: number): Promise<{ cores: number; bytes: number }> {
  await fill(samples, { devices: DEVICES, means: LOOK_MEANS, to });
  const rules = Array.from({ length: RULES }, (_, place) => {
    const above = 99 - place / 1000;
    const conditions = [
      `temp.inverter > ${above} °C`,
      `ac.l1.voltage > ${above} V and ac.frequency > 10 Hz`,
      `avg(ac.power, 30 min) > ${above} W`,
      `ac.power > 50 W and ac.power < 0.01 * peers(ac.power)`,
    ];
    return readRule({ raise: conditions[place % 4]!, clear: '', consecutive: 3, onDelay: 0, offDelay: 10 });
  });
  const devices = Array.from({ length: DEVICES }, (_, place) => deviceOf(place + 1));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const used = process.cpuUsage();
  for (let rule = 0; rule < RULES; rule += RULES_AT_ONCE)
    for (let from = 0; from < DEVICES; from += DEVICES_AT_ONCE)
      await readEpisodes(samples, rules.slice(rule, rule + RULES_AT_ONCE), {
        devices: devices.slice(from, from + DEVICES_AT_ONCE),
        standing: [],
        from: to - LOOK_MEANS * 300,
        to,
      });
  const { user, system } = process.cpuUsage(used);
  globalThis.gc?.();
  const bytes = Math.max(0, process.memoryUsage().heapUsed - before) / DEVICES;
  return { cores: (user + system) / 1e6 / LOOK_SECONDS, bytes };
}

async function history(samples: SamplesDb, to: number): Promise<number> {
  await fill(samples, { devices: HISTORY_DEVICES, means: HISTORY_DAYS * 288, to });
  const devices = Array.from({ length: HISTORY_DEVICES }, (_, place) => ({
    ...deviceOf(place + 1),
    stationId: place + 1,
  }));
  const rule = readRule({
    raise: 'sun > 12° and temp.inverter > 80 °C',
    clear: 'temp.inverter < 70 °C',
    consecutive: 3,
    onDelay: 0,
    offDelay: 10,
  });
  const since = to - HISTORY_DAYS * 86_400;
  const start = performance.now();
  const { device } = await samples.columns(countSql(rule), {
    ...siteParams(devices),
    standing: [],
    from: since,
    to,
    since,
  });
  if (!device?.length) throw new Error('The rule never fired');
  return performance.now() - start;
}
