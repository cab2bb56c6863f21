import { codeOfRule } from '../../apps/server/src/features/alarms/rules/judge-rules.ts';
import type { Bench } from '../figure.ts';
import { arrivalsOf, type Arrival, type Said } from './arrivals.ts';
import { drawOf } from './draw.ts';
import { FAULTS_A_DAY, planFaults, type PlannedFault } from './fault-plan.ts';
import { qualityFleet } from './quality-fleet.ts';
import { StationFeed } from './quality-feed.ts';
import { openQualityPlatform, type QualityPlatform } from './quality-platform.ts';
import { median, scoreAlarms, type Detection, type FoundAlarm, type Score } from './quality-score.ts';
import { ToldWeather } from './quality-weather.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Everything is looked at so long after a step. */
const LOOK_MS = 6 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 2, 1);

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/**
 * A labelled set of faults, decided over by the engine hour by hour as it would have come: readings of the simulator go in by the way of devices,
 * with their own times. `BENCH_SEED`, `BENCH_FAULT_STRENGTH`, `BENCH_FAULTS` (of a station and day), `BENCH_STATIONS`, `BENCH_DAYS` and `BENCH_STEP_HOURS`
 * make others; after `BENCH_MINUTES` it ends with what began until then; `BENCH_TELL=1` tells each fault.
 */
export const qualityBench: Bench = {
  names: ['alarms.quality'],
  async run(_wanted, tell) {
    const [seed, strength] = [setting('BENCH_SEED', 15), setting('BENCH_FAULT_STRENGTH', 1)];
    const [count, days] = [setting('BENCH_STATIONS', 200), setting('BENCH_DAYS', 60)];
    const often = setting('BENCH_FAULTS', FAULTS_A_DAY);
    const draw = drawOf(seed);
    const { fleet, stations } = qualityFleet(count, draw);
    const faults = planFaults(stations, { from: START, days, strength, often, draw });
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
      const { toldAt, reached } = await replay(server, feeds, { faults, until: START + days * DAY_MS });
      const begun = faults.filter(({ from }) => from < reached);
      await server.countLosses();
      const shown = new Map(feeds.flatMap((feed) => [...feed.shown]));
      // Of what began just before an early end nobody could know.
      if (reached < START + days * DAY_MS)
        for (const fault of begun) if (fault.from > reached - DAY_MS) shown.set(fault, -1);
      const score = scoreAlarms(begun, await readAlarms(server, toldAt), shown);
      const lost = new Map(feeds.flatMap((feed) => [...feed.lost]));
      tellFigures(tell, score, { lost, stationDays: (count * (reached - START)) / DAY_MS });
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
const EXPECTED_AT = [10, 13, 16, 19];
/** What stations usually give is learned once a day, where it is no benchmark. */
const LEARNED_EVERY_MS = 7 * DAY_MS;
const STEP_HOURS = setting('BENCH_STEP_HOURS', 1);

const hourOf = (time: number) => (time % DAY_MS) / HOUR_MS;

function stepFrom(time: number): number {
  const hour = hourOf(time);
  const hours = hour < DAWN ? DAWN - hour : hour < DUSK ? Math.min(STEP_HOURS, DUSK - hour) : 24 - hour;
  return hours * HOUR_MS;
}

/** Whether an hour at which it is computed lies within a step. */
const isExpectedWithin = (time: number, next: number): boolean =>
  EXPECTED_AT.some((hour) => hour > hourOf(time) && hour <= hourOf(time) + (next - time) / HOUR_MS);

/** Stores each message when it comes: by its time alone, what a wrong clock tells cannot be told from what was kept and is sent now. */
async function storeAsItComes(
  { ingest, fleet, setTime }: QualityPlatform,
  arrivals: readonly Arrival[],
  earliest: number,
): Promise<void> {
  for (const [at, some] of Map.groupBy(
    arrivals.toSorted((a, b) => a.at - b.at),
    (arrival) => arrival.at,
  )) {
    setTime(Math.max(at, earliest));
    await Promise.all(
      some.map(({ sn, reading }) => ingest.store(fleet.directory.bySn(sn)!, [reading], 'http')),
    );
  }
}

/** Answers when each alarm was told first, and how far it came in the minutes that were given to it. */
async function replay(
  server: QualityPlatform,
  feeds: readonly StationFeed[],
  { faults, until }: { faults: readonly PlannedFault[]; until: number },
): Promise<{ toldAt: Map<number, number>; reached: number }> {
  const { platform, ingest, fleet } = server;
  const stopAt = performance.now() + setting('BENCH_MINUTES', Infinity) * MINUTE_MS;
  const toldAt = new Map<number, number>();
  let time = START;
  const end = platform.bus.subscribe('alarm', ({ id }) => {
    if (!toldAt.has(id)) toldAt.set(id, time);
  });
  const known = (sn: string) => fleet.directory.bySn(sn)!;
  const weather = new ToldWeather();
  const slow = faults.filter(({ fault }) => fault === 'clockWrong');
  const snowy = faults.filter(({ fault }) => fault === 'snow');
  while (time < until && performance.now() < stopAt) {
    const next = time + stepFrom(time);
    const lap = lapOf();
    const said: Said[] = [];
    for (let from = time; from < next; from += HOUR_MS) {
      const to = from + HOUR_MS;
      for (const feed of feeds) {
        said.push(...[...feed.readUntil(from, to)].map(([sn, readings]) => ({ sn, readings, from, to })));
        const { name } = feed.station;
        const isSnowy = snowy.some((fault) => fault.station === name && to > fault.from && to <= fault.to);
        weather.note(feed.station, feed.weather, isSnowy);
      }
      await weather.tell(platform.samples, to);
    }
    lap('simulate');
    const isSlow = (one: Said) =>
      slow.some(({ devices, from, to }) => devices.has(one.sn) && one.to > from && one.from < to);
    await storeAsItComes(server, said.filter(isSlow).flatMap(arrivalsOf), time + LOOK_MS);
    server.setTime(next);
    const others = said.filter((one) => !isSlow(one));
    await Promise.all(others.map(({ sn, readings }) => ingest.store(known(sn), readings, 'http')));
    lap('store');
    const isExpected = isExpectedWithin(time, next);
    time = next;
    server.setTime(next + LOOK_MS);
    await server.states.look();
    // States wait for their turn to be announced, and roll-ups have nothing to do with them.
    await Promise.all([server.states.flush(), server.rollUps.settle()]);
    lap('rollUps');
    if (isExpected) await server.expect().catch(tellFailed);
    lap('expect');
    if ((next - START) % LEARNED_EVERY_MS === 0) await server.learn().catch(tellFailed);
    lap('learn');
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
  return { toldAt, reached: time };
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

const isFound = ({ alarms }: Detection): boolean => alarms.length > 0;

type Tell = Parameters<Bench['run']>[1];

/** Losses below this are not compared, Wh. */
const LEAST_LOSS = 1000;

function tellFigures(
  tell: Tell,
  { detections, small, wrong }: Score,
  { lost, stationDays }: { lost: ReadonlyMap<PlannedFault, number>; stationDays: number },
): void {
  const found = detections.filter(isFound);
  const right = [...found, ...small].reduce((sum, { alarms }) => sum + alarms.length, 0);
  const all = right + wrong.length;
  const name = (part: string) => `alarms.quality.${part}`;
  tell({ name: name('faults'), value: detections.length, unit: '' });
  tell({ name: name('small'), value: small.length, unit: '' });
  tell({ name: name('recall'), value: (100 * found.length) / detections.length, unit: '%' });
  tell({ name: name('precision'), value: all === 0 ? 100 : (100 * right) / all, unit: '%' });
  tell({ name: name('rate'), value: (100 * all) / stationDays, unit: 'alarms/100 stations and day' });
  tell({
    name: name('wrong'),
    value: (100 * wrong.length) / stationDays,
    unit: 'alarms/100 stations and day',
  });
  tell({
    name: name('perFault'),
    value: found.reduce((sum, { alarms }) => sum + alarms.length, 0) / Math.max(1, found.length),
    unit: 'alarms',
  });
  for (const [fault, ofKind] of Map.groupBy(detections, ({ fault: each }) => each.fault)) {
    const known = ofKind.filter(isFound);
    tell({
      name: name(`recall.${fault}`),
      value: (100 * known.length) / ofKind.length,
      unit: `% of ${ofKind.length}`,
    });
    if (known.length === 0) continue;
    const spans = known.map(({ fault: { from }, alarms }) => Math.min(...alarms.map((a) => a.toldAt)) - from);
    tell({ name: name(`time.${fault}`), value: median(spans) / HOUR_MS, unit: 'h' });
  }
  for (const [rule, ofRule] of Map.groupBy(wrong, ({ alarm }) => alarm.name))
    tell({ name: name(`wrong.${rule}`), value: ofRule.length, unit: 'alarms' });
  const errors = found.flatMap(({ fault, alarms }) => {
    const truth = lost.get(fault) ?? 0;
    const told = alarms.reduce((sum, alarm) => sum + (alarm.lost ?? 0), 0);
    return truth > LEAST_LOSS ? [{ truth, told }] : [];
  });
  const sum = (of: 'truth' | 'told') => errors.reduce((total, one) => total + one[of], 0);
  const each = errors.map(({ truth, told }) => Math.abs(told - truth) / truth);
  tell({ name: name('loss'), value: 100 * median(each), unit: '%' });
  const none = found.filter(({ fault }) => (lost.get(fault) ?? 0) <= LEAST_LOSS);
  const toldOfNone = none
    .flatMap(({ alarms }) => alarms)
    .reduce((total, { lost: wh }) => total + (wh ?? 0), 0);
  tell({ name: name('lossOfNone'), value: (100 * toldOfNone) / sum('truth'), unit: '%' });
  tell({ name: name('lossSum'), value: (100 * (sum('told') - sum('truth'))) / sum('truth'), unit: '%' });
}

function tellAll({ detections, small, wrong }: Score, lost: ReadonlyMap<PlannedFault, number>): void {
  const hour = (time: number) => ((time - START) / HOUR_MS).toFixed(1);
  for (const detection of [...detections, ...small]) {
    const { fault, alarms } = detection;
    console.error(
      [
        small.includes(detection) ? 'small ' : isFound(detection) ? 'found ' : 'MISSED',
        `${fault.fault} at ${fault.station} (${[...fault.devices].slice(0, 3).join(' ')}) ${hour(fault.from)}..${hour(fault.to)}`,
        `x${fault.severity.toFixed(2)} lost ${((lost.get(fault) ?? 0) / 1000).toFixed(1)} kWh:`,
        alarms
          .map((one) => `${one.name} ${hour(one.toldAt)} ${((one.lost ?? NaN) / 1000).toFixed(1)}`)
          .join(', '),
      ].join(' '),
    );
  }
  for (const { alarm, beside } of wrong)
    console.error(
      `WRONG ${alarm.name} at ${alarm.station} (${alarm.sn}) ${hour(alarm.beganAt)} told ${hour(alarm.toldAt)}` +
        (beside ? ` beside ${beside.fault} of ${[...beside.devices].slice(0, 3).join(' ')}` : ''),
    );
}
