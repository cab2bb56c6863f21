import { codeOfRule } from '../../apps/server/src/features/alarms/rules/judge-rules.ts';
import type { Bench } from '../figure.ts';
import { drawOf } from './draw.ts';
import { planFaults, type PlannedFault } from './fault-plan.ts';
import { qualityFleet } from './quality-fleet.ts';
import { StationFeed } from './quality-feed.ts';
import { openQualityPlatform, type QualityPlatform } from './quality-platform.ts';
import { median, scoreAlarms, type FoundAlarm, type Score } from './quality-score.ts';
import { ToldWeather } from './quality-weather.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 2, 1);

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/**
 * A labelled set of faults, decided over by the engine hour by hour as it would have come: readings of the simulator go in by the way of devices,
 * with their own times. `BENCH_SEED`, `BENCH_FAULT_STRENGTH`, `BENCH_STATIONS` and `BENCH_DAYS` make others; `BENCH_TELL=1` tells each fault.
 */
export const qualityBench: Bench = {
  names: ['alarms.quality'],
  async run(_wanted, tell) {
    const [seed, strength] = [setting('BENCH_SEED', 15), setting('BENCH_FAULT_STRENGTH', 1)];
    const [count, days] = [setting('BENCH_STATIONS', 200), setting('BENCH_DAYS', 60)];
    const draw = drawOf(seed);
    const { fleet, stations } = qualityFleet(count, draw);
    const faults = planFaults(stations, { from: START, days, strength, draw });
    const feeds = stations.map(
      ({ station }) =>
        new StationFeed(
          station,
          faults.filter((fault) => fault.station === station.name),
          START,
        ),
    );
    const server = await openQualityPlatform(fleet, START);
    try {
      const toldAt = await replay(server, feeds, { faults, until: START + days * DAY_MS });
      await server.countLosses();
      const score = scoreAlarms(faults, await readAlarms(server, toldAt));
      const lost = new Map(feeds.flatMap((feed) => [...feed.lost]));
      tellFigures(tell, score, { lost, stationDays: count * days });
      if (process.env.BENCH_TELL) {
        tellAll(score, lost);
        console.error(
          await server.platform.samples.query(
            'SELECT source, count() AS n, sum(p50) AS p FROM expected_power_5m FINAL GROUP BY source ORDER BY source',
          ),
        );
      }
    } finally {
      await server.stop();
    }
  },
};

/** Hours of the day (UTC) in which the sun is up somewhere; the night goes by in one step. */
const [DAWN, DUSK] = [4, 20];
/** Hours at which the expected power is computed. */
const EXPECTED_AT = new Set([10, 13, 16, 19]);

function stepFrom(time: number): number {
  const hour = (time % DAY_MS) / HOUR_MS;
  return hour >= DAWN && hour < DUSK ? HOUR_MS : (hour < DAWN ? DAWN - hour : 24 - hour) * HOUR_MS;
}

/** Answers when each alarm was told first. */
async function replay(
  server: QualityPlatform,
  feeds: readonly StationFeed[],
  { faults, until }: { faults: readonly PlannedFault[]; until: number },
): Promise<Map<number, number>> {
  const { platform, ingest, fleet } = server;
  const toldAt = new Map<number, number>();
  let time = START;
  const end = platform.bus.subscribe('alarm', ({ id }) => {
    if (!toldAt.has(id)) toldAt.set(id, time);
  });
  const known = (sn: string) => fleet.directory.bySn(sn)!;
  const weather = new ToldWeather();
  const snowy = faults.filter(({ fault }) => fault === 'snow');
  while (time < until) {
    const next = time + stepFrom(time);
    const stored: Promise<void>[] = [];
    server.setTime(next);
    const lap = lapOf();
    for (const feed of feeds) {
      for (const [sn, readings] of feed.readUntil(time, next))
        stored.push(ingest.store(known(sn), readings, 'http'));
      const { name } = feed.station;
      const isSnowy = snowy.some((fault) => fault.station === name && next > fault.from && next <= fault.to);
      weather.note(feed.station, feed.weather, isSnowy);
    }
    lap('simulate');
    await Promise.all(stored);
    lap('store');
    await weather.tell(platform.samples, next);
    time = next;
    await server.rollUps.settle();
    lap('rollUps');
    server.setTime(next + 6 * MINUTE_MS);
    if (EXPECTED_AT.has((next % DAY_MS) / HOUR_MS)) await server.expect().catch(tellFailed);
    lap('expect');
    server.states.look();
    await server.states.flush();
    lap('states');
    await server.alarms.flush();
    lap('flush');
    await server.alarms.tick();
    lap('tick');
    if (process.env.BENCH_TELL && (time - START) % DAY_MS === 0)
      console.error(
        `day ${(time - START) / DAY_MS}: ${toldAt.size} alarms, ${Math.round(process.uptime())} s ${[...laps].map(([n, ms]) => `${n} ${Math.round(ms)}`).join(' ')}`,
      );
  }
  end();
  return toldAt;
}

/** A job that fails, as when the database ended it because it took too long, goes on with its next run. */
function tellFailed(error: unknown): void {
  console.error(`expected power not computed: ${String(error)}`);
}

const laps = new Map<string, number>();
function lapOf() {
  let last = performance.now();
  return (name: string) => {
    const now = performance.now();
    laps.set(name, (laps.get(name) ?? 0) + now - last);
    last = now;
  };
}

async function readAlarms(
  { platform }: QualityPlatform,
  toldAt: ReadonlyMap<number, number>,
): Promise<FoundAlarm[]> {
  const rules = await platform.db.selectFrom('alarmRules').select(['id', 'pack']).execute();
  const packs = new Map(rules.map(({ id, pack }) => [codeOfRule(id), pack]));
  const rows = await platform.db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.deviceId')
    .innerJoin('stations', 'stations.id', 'devices.stationId')
    .leftJoin('devices as parents', 'parents.id', 'devices.parentId')
    .select(['alarms.id', 'alarms.type', 'alarms.code', 'alarms.beganAt', 'alarms.lost'])
    .select(['stations.name as station', 'devices.sn', 'parents.sn as parentSn'])
    .orderBy('alarms.beganAt')
    .execute();
  return rows.map(({ id, type, code, beganAt, lost, station, sn, parentSn }) => ({
    id,
    station,
    sn,
    parentSn,
    name: type === 'rule' ? (packs.get(code) ?? 'rule') : type,
    beganAt: beganAt.getTime(),
    toldAt: toldAt.get(id) ?? beganAt.getTime(),
    lost: lost === null ? null : Number(lost),
  }));
}

type Tell = Parameters<Bench['run']>[1];

/** Losses below this are not compared, Wh. */
const LEAST_LOSS = 1000;

function tellFigures(
  tell: Tell,
  { detections, wrong }: Score,
  { lost, stationDays }: { lost: ReadonlyMap<PlannedFault, number>; stationDays: number },
): void {
  const found = detections.filter(({ alarms }) => alarms.length > 0);
  const right = found.reduce((sum, { alarms }) => sum + alarms.length, 0);
  const all = right + wrong.length;
  const name = (part: string) => `alarms.quality.${part}`;
  tell({ name: name('faults'), value: detections.length, unit: '' });
  tell({ name: name('recall'), value: (100 * found.length) / detections.length, unit: '%' });
  tell({ name: name('precision'), value: all === 0 ? 100 : (100 * right) / all, unit: '%' });
  tell({ name: name('rate'), value: (100 * all) / stationDays, unit: 'alarms/100 stations and day' });
  tell({ name: name('perFault'), value: right / Math.max(1, found.length), unit: 'alarms' });
  for (const [fault, ofKind] of Map.groupBy(found, ({ fault: each }) => each.fault)) {
    const spans = ofKind.map(
      ({ fault: { from }, alarms }) => Math.min(...alarms.map((a) => a.toldAt)) - from,
    );
    tell({ name: name(`time.${fault}`), value: median(spans) / HOUR_MS, unit: 'h' });
  }
  const errors = found.flatMap(({ fault, alarms }) => {
    const truth = lost.get(fault) ?? 0;
    const told = alarms.reduce((sum, alarm) => sum + (alarm.lost ?? 0), 0);
    return truth > LEAST_LOSS ? [{ truth, told }] : [];
  });
  const sum = (of: 'truth' | 'told') => errors.reduce((total, one) => total + one[of], 0);
  const each = errors.map(({ truth, told }) => Math.abs(told - truth) / truth);
  tell({ name: name('loss'), value: 100 * median(each), unit: '%' });
  tell({ name: name('lossSum'), value: (100 * (sum('told') - sum('truth'))) / sum('truth'), unit: '%' });
}

function tellAll({ detections, wrong }: Score, lost: ReadonlyMap<PlannedFault, number>): void {
  const hour = (time: number) => ((time - START) / HOUR_MS).toFixed(1);
  for (const { fault, alarms } of detections)
    console.error(
      [
        alarms.length > 0 ? 'found ' : 'MISSED',
        `${fault.fault} at ${fault.station} (${[...fault.devices].slice(0, 3).join(' ')}) ${hour(fault.from)}..${hour(fault.to)}`,
        `x${fault.severity.toFixed(2)} lost ${((lost.get(fault) ?? 0) / 1000).toFixed(1)} kWh:`,
        alarms
          .map((one) => `${one.name} ${hour(one.toldAt)} ${((one.lost ?? NaN) / 1000).toFixed(1)}`)
          .join(', '),
      ].join(' '),
    );
  for (const { alarm, beside } of wrong)
    console.error(
      `WRONG ${alarm.name} at ${alarm.station} (${alarm.sn}) ${hour(alarm.beganAt)} told ${hour(alarm.toldAt)}` +
        (beside ? ` beside ${beside.fault} of ${[...beside.devices].slice(0, 3).join(' ')}` : ''),
    );
}
