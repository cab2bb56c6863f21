import { ConditionError } from '@sunfleet/device-model';
import type { Selectable } from 'kysely';
import { messageOf } from '../../../platform/errors.ts';
import type { AlarmRulesTable } from '../../../platform/postgres/tables/alarms.ts';
import {
  activeAlarm,
  activeAlarms,
  alarmsOfCode,
  raiseAlarm,
  recoverAlarm,
  type AlarmRecord,
  type AlarmSubject,
} from '../alarm-book.ts';
import type { AlarmEngine } from '../alarm-engine.ts';
import { reachOf, readEpisodes, type Episode } from './judge-devices.ts';
import type { JudgedRule } from './judge-sql.ts';
import { readRule } from './rule-conditions.ts';
import { devicesOfRule, type RuleDevice } from './rule-devices.ts';

type RuleRow = Selectable<AlarmRulesTable>;

const MINUTE_MS = 60_000;
/** Means are there this long after their five minutes are over. */
const READY_MS = 3 * MINUTE_MS;
/** What goes on is raised while its newest mean is no older: of a device that fell silent nothing is known. */
const FRESH_MS = 20 * MINUTE_MS;
/** What began and ended before the first look is told of for so long. */
const FIRST_LOOK_MS = 60 * MINUTE_MS;
const RULES_AT_ONCE = 20;
const DEVICES_AT_ONCE = 5000;

export const codeOfRule = (id: number): string => `rule${id}`;
const IS_RULE = /^rule\d+$/;

/**
 * Judges all rules by the stored means of the devices that this server decides over. What is raised or ended follows from these and from the
 * alarms that stand: nothing else is remembered between two looks, and a server that takes over comes to the same. `since`: up to when the
 * look before told; answers up to when this one did. Throws what the store throws where it can judge none.
 */
export async function judgeRules(engine: AlarmEngine, since: number | undefined): Promise<number> {
  const { platform, book } = engine;
  const until = Math.floor((platform.clock.now() - READY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const rows = await platform.db
    .selectFrom('alarmRules')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  /** Standing alarms that a rule still is about. */
  const kept = new Set<AlarmRecord>();
  const groups = [...groupsOf(rows)];
  const failures: unknown[] = [];
  for (const group of groups) {
    try {
      await judgeGroup(engine, { group, kept, since, until });
    } catch (error) {
      failures.push(error);
      platform.log.warn(
        { rules: group.map(({ id }) => id), err: messageOf(error) },
        'rules for alarms not judged',
      );
      // What these found stands until they can be judged again.
      for (const { id } of group) for (const record of alarmsOfCode(book, codeOfRule(id))) kept.add(record);
    }
  }
  // Rules that the store cannot judge hold up no others; a store that is away judges none, and they are looked at again.
  if (groups.length > 0 && failures.length === groups.length) throw failures[0];
  for (const code of [...book.ofCode.keys()].filter((one) => IS_RULE.test(one)))
    for (const record of alarmsOfCode(book, code))
      if (!kept.has(record)) recoverAlarm(book, record, platform.clock.now());
  return until;
}

async function judgeGroup(engine: AlarmEngine, look: Omit<Look, 'devices'>): Promise<void> {
  for await (const page of devicesOfRule(engine.platform.db, look.group[0]!)) {
    const devices = page.filter(({ id }) => engine.fleet.device(id));
    for (const some of byStation(devices)) await judgeSome(engine, { ...look, devices: some });
  }
}

/** Rules about the same devices, a few at a time; those that reach far back are not together with the others. */
function* groupsOf(rows: readonly RuleRow[]): Generator<RuleRow[]> {
  const targetOf = ({ organisationId, stationIds, labelIds, models }: RuleRow) =>
    JSON.stringify([organisationId, stationIds, labelIds, models]);
  for (const same of Map.groupBy(rows, targetOf).values()) {
    const byReach = same.toSorted((a, b) => a.onDelay + a.offDelay - b.onDelay - b.offDelay);
    for (let from = 0; from < byReach.length; from += RULES_AT_ONCE)
      yield byReach.slice(from, from + RULES_AT_ONCE);
  }
}

/** Devices come in the order of their stations: peers are judged together. */
function* byStation(devices: readonly RuleDevice[]): Generator<RuleDevice[]> {
  let some: RuleDevice[] = [];
  for (const device of devices) {
    if (some.length >= DEVICES_AT_ONCE && some.at(-1)!.stationId !== device.stationId) {
      yield some;
      some = [];
    }
    some.push(device);
  }
  if (some.length > 0) yield some;
}

interface Look {
  group: readonly RuleRow[];
  devices: readonly RuleDevice[];
  kept: Set<AlarmRecord>;
  since: number | undefined;
  until: number;
}

async function judgeSome(engine: AlarmEngine, { group, devices, kept, since, until }: Look): Promise<void> {
  const { platform, book } = engine;
  const rules = group.flatMap((row) => {
    const judged = readable(engine, row);
    return judged ? [{ row, judged }] : [];
  });
  if (rules.length === 0) return;
  const standing: number[] = [];
  for (const [place, { row }] of rules.entries()) {
    for (const { id } of devices) {
      const record = activeAlarm(book, id, codeOfRule(row.id));
      if (!record) continue;
      kept.add(record);
      standing.push(id * 1000 + place);
    }
  }
  const judged = rules.map((rule) => rule.judged);
  const told = Math.min(since ?? 0, until) || until - FIRST_LOOK_MS;
  const from = Math.floor(told / 1000) - reachOf(judged) - 3600;
  const episodes = await readEpisodes(platform.samples, judged, {
    devices,
    standing,
    from,
    to: until / 1000,
  });
  const stationOf = new Map(devices.map(({ id, stationId }) => [id, stationId]));
  for (const episode of episodes) {
    const { row } = rules[episode.rule]!;
    const subject = subjectOf(row, episode.device, stationOf.get(episode.device)!);
    const record = takeEpisode(engine, { subject, episode, told, until });
    if (record) kept.add(record);
  }
}

/** A condition that an older version could read and this one cannot stands still instead of stopping the others. */
function readable({ platform }: AlarmEngine, row: RuleRow): JudgedRule | undefined {
  try {
    return readRule(row);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    platform.log.warn({ rule: row.id, fault: error.fault }, 'a rule for alarms cannot be read');
    return undefined;
  }
}

const subjectOf = (
  { id, level, name, pack }: RuleRow,
  deviceId: number,
  stationId: number,
): AlarmSubject => ({
  deviceId,
  stationId,
  type: 'rule',
  code: codeOfRule(id),
  level,
  textKey: name === '' ? `faults.rules.${pack}` : `rule:${name}`,
});

/** Raises, goes on with or ends what an episode tells; answers the alarm that stands then. */
function takeEpisode(
  engine: AlarmEngine,
  { subject, episode, told, until }: { subject: AlarmSubject; episode: Episode; told: number; until: number },
): AlarmRecord | undefined {
  const { book } = engine;
  const { begin, raised, end, last } = episode;
  const standing = activeAlarm(book, subject.deviceId, subject.code);
  if (standing) {
    if (end > 0 && end >= standing.beganAt) recoverAlarm(book, standing, end);
    else if (end === 0 && last > standing.lastSeenAt) {
      standing.lastSeenAt = last;
      (standing.announced ? book.sighted : book.changed).add(standing);
    }
    return standing;
  }
  // What stood before was ended meanwhile, and what is told again was told.
  if (begin === 0 || (end > 0 && raised <= told) || isKnown(engine, subject, begin)) return undefined;
  if ((end === 0 && last < until - FRESH_MS) || isQuiet(engine, subject.deviceId)) return undefined;
  const record = raiseAlarm(book, subject, begin);
  record.lastSeenAt = Math.max(record.lastSeenAt, end > 0 ? end : last);
  if (end > 0) recoverAlarm(book, record, end);
  return record;
}

/** Whether an alarm that is over already told of it. */
const isKnown = ({ book }: AlarmEngine, { deviceId, code }: AlarmSubject, begin: number): boolean => {
  const record = book.recent.get(`${deviceId} ${code}`)?.record;
  const recoveredAt = record?.recoveredAt ?? -Infinity;
  return record !== undefined && recoveredAt > begin && record.beganAt <= begin;
};

/** A device that reports a fault, as the loss of the grid, or that is silent, has its cause told already. */
function isQuiet({ book, fleet, watch }: AlarmEngine, deviceId: number): boolean {
  const parent = fleet.device(deviceId)?.parentId ?? null;
  if (watch.offline.has(deviceId) || (parent !== null && watch.offline.has(parent))) return true;
  return activeAlarms(book, deviceId).some(({ type, level }) => type === 'deviceFault' && level !== 'tip');
}
