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
import { STEP_S } from './condition-sql.ts';
import type { JudgedRule } from './judge-sql.ts';
import { readRule } from './rule-conditions.ts';
import { devicesOfRule, type RuleDevice } from './rule-devices.ts';
import { isTooSlow, type RuleTimes } from './rule-times.ts';

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
const MEANS_AT_ONCE = 4_000_000;

export const codeOfRule = (id: number): string => `rule${id}`;
const IS_RULE = /^rule\d+$/;

/**
 * Judges all rules by the stored means of the devices that this server decides over, organisation by organisation, those first whose rules cost little.
 * What is raised or ended follows from these and from the alarms that stand: what `times` remembers between two looks only says what comes first, and
 * a server that takes over comes to the same. Throws what the store throws where it can judge none.
 */
export async function judgeRules(engine: AlarmEngine, times: RuleTimes): Promise<void> {
  const { platform, book } = engine;
  const until = Math.floor((platform.clock.now() - READY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const rows = await platform.db
    .selectFrom('alarmRules')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  const ofOrganisation = Map.groupBy(rows, ({ organisationId }) => organisationId);
  const look: Look = { kept: new Set(), times, until, began: performance.now(), failures: [], judged: 0 };
  for (const organisation of times.order(ofOrganisation.keys())) {
    const began = performance.now();
    if (await judgeOrganisation(engine, ofOrganisation.get(organisation)!, look))
      times.took(organisation, performance.now() - began);
  }
  // Rules that the store cannot judge hold up no others; a store that is away judges none, and they are looked at again.
  if (look.failures.length > 0 && look.judged === 0) throw look.failures[0];
  times.ended(until, new Set(rows.map(({ id }) => id)), new Set(ofOrganisation.keys()));
  for (const code of [...book.ofCode.keys()].filter((one) => IS_RULE.test(one)))
    for (const record of alarmsOfCode(book, code))
      if (!look.kept.has(record)) recoverAlarm(book, record, platform.clock.now());
}

/** Answers whether there was time for all of its rules. What these found stands until they can be judged again. */
async function judgeOrganisation(
  engine: AlarmEngine,
  rows: readonly RuleRow[],
  look: Look,
): Promise<boolean> {
  const { times, until, failures } = look;
  const now = engine.platform.clock.now();
  let whole = true;
  for (const group of groupsOf(rows, times)) {
    if (times.isResting(group[0]!.id, now)) {
      stands(engine, group, look);
      continue;
    }
    try {
      if (await judgeGroup(engine, { ...look, group })) for (const { id } of group) times.judged(id, until);
      else whole = false;
      look.judged += 1;
    } catch (error) {
      const rules = group.map(({ id }) => id);
      if (isTooSlow(error)) times.tooSlow(rules, now);
      else failures.push(error);
      engine.platform.log.warn({ rules, err: messageOf(error) }, 'rules for alarms not judged');
      stands(engine, group, look);
    }
  }
  return whole;
}

function stands({ book }: AlarmEngine, group: readonly RuleRow[], { kept }: Pick<Look, 'kept'>): void {
  for (const { id } of group) for (const record of alarmsOfCode(book, codeOfRule(id))) kept.add(record);
}

/** Answers false where the time of the look was over before it came to the last device. */
async function judgeGroup(engine: AlarmEngine, look: Look & { group: readonly RuleRow[] }): Promise<boolean> {
  const { group, times, began, until } = look;
  const rules = group.flatMap((row) => {
    const judged = readable(engine, row);
    return judged ? [{ row, judged }] : [];
  });
  if (rules.length === 0) return true;
  const first = Math.min(...rules.map(({ row }) => toldOf(row, look)));
  const from = Math.floor(first / 1000) - reachOf(rules.map(({ judged }) => judged)) - 3600;
  const most = devicesAtOnce(((until / 1000 - from) / STEP_S) * rules.length);
  for await (const page of devicesOfRule(engine.platform.db, group[0]!)) {
    const devices = page.filter(({ id }) => engine.fleet.device(id));
    for (const some of byStation(devices, most)) {
      if (times.isOver(performance.now() - began)) {
        stands(engine, group, look);
        return false;
      }
      await judgeSome(engine, { ...look, rules, from, devices: some });
    }
  }
  return true;
}

/** The further a rule looks back, the fewer devices are judged together: so many means by rules are looked at. */
const devicesAtOnce = (ofDevice: number): number =>
  Math.min(DEVICES_AT_ONCE, Math.max(1, Math.floor(MEANS_AT_ONCE / ofDevice)));

/** Up to when a rule told. */
const toldOf = ({ id }: RuleRow, { times, until }: Pick<Look, 'times' | 'until'>): number =>
  Math.min(until, times.told(id) ?? until - FIRST_LOOK_MS);

/** Rules about the same devices, a few at a time, first those that were judged longest ago. */
function groupsOf(rows: readonly RuleRow[], times: RuleTimes): RuleRow[][] {
  const told = (group: readonly RuleRow[]) => Math.min(...group.map(({ id }) => times.told(id) ?? 0));
  return [...grouped(rows, times)].toSorted((a, b) => told(a) - told(b));
}

/** Those that reach far back are not together with the others, and slow ones are by themselves. */
function* grouped(rows: readonly RuleRow[], times: RuleTimes): Generator<RuleRow[]> {
  const targetOf = ({ stationIds, labelIds, models }: RuleRow) =>
    JSON.stringify([stationIds, labelIds, models]);
  const together = rows.filter(({ id }) => !times.isAlone(id));
  for (const same of Map.groupBy(together, targetOf).values()) {
    const byReach = same.toSorted((a, b) => a.onDelay + a.offDelay - b.onDelay - b.offDelay);
    for (let from = 0; from < byReach.length; from += RULES_AT_ONCE)
      yield byReach.slice(from, from + RULES_AT_ONCE);
  }
  for (const row of rows) if (times.isAlone(row.id)) yield [row];
}

/** Devices come in the order of their stations: peers are judged together. */
function* byStation(devices: readonly RuleDevice[], most: number): Generator<RuleDevice[]> {
  let some: RuleDevice[] = [];
  for (const device of devices) {
    if (some.length >= most && some.at(-1)!.stationId !== device.stationId) {
      yield some;
      some = [];
    }
    some.push(device);
  }
  if (some.length > 0) yield some;
}

interface Look {
  /** Standing alarms that a rule still is about. */
  kept: Set<AlarmRecord>;
  times: RuleTimes;
  until: number;
  /** By the clock of the process. */
  began: number;
  failures: unknown[];
  /** Groups. */
  judged: number;
}

interface Some {
  rules: readonly { row: RuleRow; judged: JudgedRule }[];
  devices: readonly RuleDevice[];
  /** Seconds. */
  from: number;
}

async function judgeSome(
  engine: AlarmEngine,
  { rules, devices, from, kept, times, until }: Look & Some,
): Promise<void> {
  const { platform, book } = engine;
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
    const record = takeEpisode(engine, { subject, episode, told: toldOf(row, { times, until }), until });
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
