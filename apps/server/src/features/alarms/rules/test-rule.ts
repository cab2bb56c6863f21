import { LIMITS, type AlarmRuleInput, type AlarmRuleTest } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { judgeSql, type JudgedRule } from './judge-sql.ts';
import { reachOf, siteParams } from './judge-devices.ts';
import { requireRule } from './rule-conditions.ts';
import { AppError } from '../../../platform/errors.ts';
import { devicesOfRule, type RuleDevice } from './rule-devices.ts';
import { readMeasured, ruledBy } from './rule-rows.ts';
import { endsAfter, isTooSlow } from './rule-times.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Stations that are named. */
const NAMED = 20;
/** The store sums up what so many devices measured in a month, and others have their turn. */
const AT_ONCE = 250;
/** Seconds after which a test tells what it knows by then. */
const LONGEST_TEST_S = 30;

/**
 * What a rule would have done in the last thirty days, on stations whose measurements the actor reads. The store judges and counts; of each device come its days with alarms. Where time runs out, of
 * as many devices as it came to. Throws AppError: noDataPermission, alarmRuleCondition, alarmRuleTooSlow.
 */
export async function testAlarmRule(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  actor: Actor,
  input: AlarmRuleInput,
  longestS = LONGEST_TEST_S,
): Promise<AlarmRuleTest> {
  const rule = requireRule(input);
  const devices: RuleDevice[] = [];
  let partial = false;
  const target = { ...input, organisationIds: [ruledBy(actor)] };
  for await (const page of devicesOfRule(db, target, await readMeasured(db, actor))) {
    devices.push(...page);
    partial = devices.length > LIMITS.alarmRuleDevices;
    if (partial) break;
  }
  const until = clock.now();
  const counts = newCounts(until);
  const inTime = await countAll(samples, rule, { devices, until, counts, longestS });
  return {
    ...sumUp(counts),
    stations: await nameStations(db, counts),
    firings: await nameFirings(db, counts),
    partial: partial || !inTime,
  };
}

interface Counts {
  judged: number;
  /** Of stations, by device. */
  fired: Map<number, Map<number, number>>;
  days: Map<string, number>;
  firings: Firing[];
}

type Firing = Pick<AlarmRuleTest['firings'][number], 'deviceId' | 'begin' | 'raised' | 'end'>;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function newCounts(until: number): Counts {
  const days = Array.from({ length: DAYS }, (_, place) => dayOf(until - (DAYS - 1 - place) * DAY_MS));
  return { judged: 0, fired: new Map(), days: new Map(days.map((day) => [day, 0])), firings: [] };
}

/** A row for each day on which a device would have had alarms, with the newest of them. */
export const countSql = (rule: JudgedRule) => `
  SELECT device, toString(toDate(toDateTime(raised, 'UTC'))) AS day, count() AS alarms,
    argMax((begin, raised, end), raised) AS newest, newest.1 AS began, newest.2 AS at, newest.3 AS ended
  FROM (${judgeSql([rule])}) WHERE raised >= {since:UInt32} GROUP BY device, day`;

interface Counted {
  devices: readonly RuleDevice[];
  until: number;
  counts: Counts;
  longestS: number;
}

/** Answers whether there was time for all of them. */
async function countAll(
  samples: Platform['samples'],
  rule: JudgedRule,
  { devices, longestS, ...counted }: Counted,
): Promise<boolean> {
  const over = performance.now() + longestS * 1000;
  for (let from = 0; from < devices.length; from += AT_ONCE) {
    const left = (over - performance.now()) / 1000;
    if (left <= 0) return false;
    const some = devices.slice(from, from + AT_ONCE);
    try {
      await countSome(samples, rule, { ...counted, devices: some, longestS: left });
    } catch (error) {
      if (!isTooSlow(error)) throw error;
      if (from === 0) throw new AppError('alarmRuleTooSlow');
      return false;
    }
  }
  return true;
}

async function countSome(
  samples: Platform['samples'],
  rule: JudgedRule,
  { devices, until, counts, longestS }: Counted,
): Promise<void> {
  const since = Math.floor(until / 1000) - DAYS * 86_400;
  const from = since - reachOf([rule]);
  const params = { ...siteParams(devices), standing: [], from, to: Math.floor(until / 1000), since };
  const {
    device = [],
    day = [],
    alarms = [],
    began = [],
    at = [],
    ended = [],
  } = await samples.columns(countSql(rule) + endsAfter(longestS), params);
  counts.judged += devices.length;
  const stationOf = new Map(devices.map(({ id, stationId }) => [id, stationId]));
  for (const [row, id] of device.entries()) {
    counts.firings.push({
      deviceId: Number(id),
      begin: Number(began[row]) * 1000,
      raised: Number(at[row]) * 1000,
      end: Number(ended[row]) === 0 ? null : Number(ended[row]) * 1000,
    });
    const [count, on] = [Number(alarms[row]), String(day[row])];
    if (counts.days.has(on)) counts.days.set(on, counts.days.get(on)! + count);
    const station = stationOf.get(Number(id))!;
    const ofStation = counts.fired.get(station) ?? new Map<number, number>();
    counts.fired.set(station, ofStation.set(Number(id), (ofStation.get(Number(id)) ?? 0) + count));
  }
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

function sumUp({ judged, fired, days }: Counts) {
  return {
    judged,
    fired: sum([...fired.values()].map(({ size }) => size)),
    alarms: sum([...fired.values()].map((devices) => sum(devices.values()))),
    days: [...days].map(([day, alarms]) => ({ day, alarms })),
  };
}

async function nameStations(db: Platform['db'], { fired }: Counts): Promise<AlarmRuleTest['stations']> {
  const most = [...fired]
    .map(([id, devices]) => ({ id, devices: devices.size, alarms: sum(devices.values()) }))
    .toSorted((a, b) => b.alarms - a.alarms || a.id - b.id)
    .slice(0, NAMED);
  if (most.length === 0) return [];
  const ids = most.map(({ id }) => id);
  const rows = await db.selectFrom('stations').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return most.flatMap((station) => {
    const name = names.get(station.id);
    return name === undefined ? [] : [{ ...station, name }];
  });
}

async function nameFirings(db: Platform['db'], { firings }: Counts): Promise<AlarmRuleTest['firings']> {
  const newest = firings.toSorted((a, b) => b.raised - a.raised || a.deviceId - b.deviceId).slice(0, NAMED);
  if (newest.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .innerJoin('stations', 'stations.id', 'devices.stationId')
    .select(['devices.id', 'stations.id as stationId', 'stations.name as station', 'stations.timeZone'])
    .select((eb) => eb.fn.coalesce('devices.name', 'devices.sn').as('device'))
    .where(
      'devices.id',
      'in',
      newest.map(({ deviceId }) => deviceId),
    )
    .execute();
  const known = new Map(rows.map(({ id, ...row }) => [id, row]));
  return newest.flatMap((firing) => {
    const row = known.get(firing.deviceId);
    return row ? [{ ...firing, ...row }] : [];
  });
}
