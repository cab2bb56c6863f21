import { ConditionError } from '@sunfleet/device-model';
import { messageOf } from '../../../platform/errors.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import {
  activeAlarm,
  activeAlarms,
  alarmsOfCode,
  isNewAlarm,
  MISTIMED_MS,
  raiseAlarm,
  recoverAlarm,
  type AlarmRecord,
  type AlarmSubject,
} from '../alarm-book.ts';
import type { AlarmEngine } from '../alarm-engine.ts';
import { MOST_OF_RULES, noteFull, takeRoom, tooManyCodes } from '../alarm-room.ts';
import { reachOf, readEpisodes, type Episode } from './judge-devices.ts';
import { STEP_S } from './condition-sql.ts';
import type { JudgedRule } from './judge-sql.ts';
import { readJudged } from './judged-rules.ts';
import { readRule } from './rule-conditions.ts';
import { devicesOfRule, type RuleDevice } from './rule-devices.ts';
import {
  groupsOf,
  idsOf,
  rowOf,
  tellsLate,
  turnOf,
  type RuleGroup,
  type RuleRow,
  type SameRules,
} from './rule-groups.ts';
import { isTooSlow, LOOK_BYTES, type RuleTimes } from './rule-times.ts';
import { isSymptom, ToldCauses } from './told-causes.ts';

const MINUTE_MS = 60_000;
/** Means are there this long after their five minutes are over. */
const READY_MS = 3 * MINUTE_MS;
/** What goes on is raised while its newest mean is no older: of a device that fell silent nothing is known. */
const FRESH_MS = 20 * MINUTE_MS;
/** What began and ended before the first look is told of for so long. */
const FIRST_LOOK_MS = 60 * MINUTE_MS;
const DEVICES_AT_ONCE = 5000;
const MEANS_AT_ONCE = 4_000_000;
/** Each rule may find something on each device, which then is looked at one by one. */
const FINDINGS_AT_ONCE = 50_000;
/** Rules that a line of the log names: of shipped ones thousands are judged together. */
const MOST_LOGGED = 20;

export const codeOfRule = (id: number): string => `rule${id}`;
const IS_RULE = /^rule\d+$/;

/**
 * Judges all rules by the stored means of the devices that this server decides over, family by family of organisations, those first whose rules cost little.
 * What is raised or ended follows from these and from the alarms that stand: what `times` remembers between two looks only says what comes first, and
 * a server that takes over comes to the same. Throws what the store throws where it can judge none.
 */
export async function judgeRules(engine: AlarmEngine, times: RuleTimes): Promise<void> {
  const { platform, book } = engine;
  const until = Math.floor((platform.clock.now() - READY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const rows = await readJudged(platform.db);
  const ofTurn = Map.groupBy(rows, turnOf);
  const causes = new ToldCauses(engine, new Map(rows.map(({ id, pack }) => [codeOfRule(id), pack])));
  const began = performance.now();
  const look: Look = { kept: new Set(), causes, times, until, began, failures: [], judged: 0 };
  for (const turn of times.order(ofTurn.keys())) {
    const since = performance.now();
    // Who had some time waits behind those who had none, also where it was not enough.
    const hasTime = !times.isOver(since - began);
    const isWhole = await judgeTurn(engine, ofTurn.get(turn)!, look);
    if (isWhole || hasTime) times.took(turn, performance.now() - since, isWhole);
  }
  // Rules that the store cannot judge hold up no others; a store that is away judges none, and they are looked at again.
  if (look.failures.length > 0 && look.judged === 0) throw look.failures[0];
  times.ended(until, new Set(rows.map(({ id }) => id)), new Set(ofTurn.keys()));
  for (const code of [...book.ofCode.keys()].filter((one) => IS_RULE.test(one)))
    for (const record of alarmsOfCode(book, code))
      if (!look.kept.has(record)) recoverAlarm(book, record, platform.clock.now());
}

/** Answers whether there was time for all of its rules. What these found stands until they can be judged again. */
async function judgeTurn(engine: AlarmEngine, rows: readonly RuleRow[], look: Look): Promise<boolean> {
  const { times, until, failures } = look;
  const now = engine.platform.clock.now();
  let whole = true;
  for (const group of groupsOf(rows, times)) {
    const ids = idsOf(group);
    if (times.isResting(ids[0]!, now)) {
      stands(engine, group, look);
      continue;
    }
    try {
      if (await judgeGroup(engine, { ...look, group })) for (const id of ids) times.judged(id, until);
      else whole = false;
      look.judged += 1;
    } catch (error) {
      if (isTooSlow(error)) times.tooSlow(group.rules.length === 1 ? ids.slice(0, 1) : ids, now);
      else failures.push(error);
      const told = { rules: ids.slice(0, MOST_LOGGED), all: ids.length, err: messageOf(error) };
      engine.platform.log.warn(told, 'rules for alarms not judged');
      stands(engine, group, look);
    }
  }
  return whole;
}

function stands({ book }: AlarmEngine, group: RuleGroup, { kept }: Pick<Look, 'kept'>): void {
  for (const id of idsOf(group)) for (const record of alarmsOfCode(book, codeOfRule(id))) kept.add(record);
}

/** Answers false where the time of the look was over before it came to the last device. */
async function judgeGroup(engine: AlarmEngine, look: Look & { group: RuleGroup }): Promise<boolean> {
  const { group, times, began, until } = look;
  const isOver = () => times.isOver(performance.now() - began);
  if (isOver()) {
    stands(engine, group, look);
    return false;
  }
  const rules = group.rules.flatMap((same) => {
    const judged = readable(engine, same.rows[0]!);
    return judged ? [{ same, judged }] : [];
  });
  if (rules.length === 0) return true;
  const first = rules
    .flatMap(({ same }) => same.rows)
    .reduce((least, row) => Math.min(least, readsFrom(row, look)), Infinity);
  const from = Math.floor(first / 1000) - reachOf(rules.map(({ judged }) => judged)) - 3600;
  const most = devicesAtOnce((until / 1000 - from) / STEP_S, rules.length);
  for await (const page of devicesOfRule(engine.platform.db, group.target)) {
    const devices = page.filter(({ id }) => engine.fleet.device(id));
    for (const some of byStation(devices, most)) {
      if (isOver()) {
        stands(engine, group, look);
        return false;
      }
      await judgeSome(engine, { ...look, rules, from, devices: some });
    }
  }
  return true;
}

/** The further rules look back and the more they are, the fewer devices are judged together. */
const devicesAtOnce = (steps: number, rules: number): number => {
  const most = Math.min(MEANS_AT_ONCE / steps, FINDINGS_AT_ONCE) / rules;
  return Math.min(DEVICES_AT_ONCE, Math.max(1, Math.floor(most)));
};

/** Up to when a rule told. */
const toldOf = ({ id }: RuleRow, { times, until }: Pick<Look, 'times' | 'until'>): number =>
  Math.min(until, times.told(id) ?? until - FIRST_LOOK_MS);

/** From when on means may have come since it told. */
const readsFrom = (row: RuleRow, look: Pick<Look, 'times' | 'until'>): number =>
  tellsLate(row) ? Math.min(toldOf(row, look), look.until - MISTIMED_MS) : toldOf(row, look);

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
  causes: ToldCauses;
  times: RuleTimes;
  until: number;
  /** By the clock of the process. */
  began: number;
  failures: unknown[];
  /** Groups. */
  judged: number;
}

interface Some {
  rules: readonly { same: SameRules; judged: JudgedRule }[];
  devices: readonly RuleDevice[];
  /** Seconds. */
  from: number;
}

async function judgeSome(
  engine: AlarmEngine,
  { rules, devices, from, kept, causes, times, until }: Look & Some,
): Promise<void> {
  const { platform, book } = engine;
  const standing: number[] = [];
  for (const [place, { same }] of rules.entries()) {
    for (const device of devices) {
      const row = rowOf(same, device);
      const record = row && activeAlarm(book, device.id, codeOfRule(row.id));
      if (!record) continue;
      kept.add(record);
      standing.push(device.id * 1000 + place);
    }
  }
  const judged = rules.map((rule) => rule.judged);
  const episodes = await readEpisodes(platform.samples, judged, {
    devices,
    standing,
    from,
    to: until / 1000,
    bytes: LOOK_BYTES,
  });
  const deviceOf = new Map(devices.map((device) => [device.id, device]));
  // What is a cause is told before what follows from it.
  const rankOf = ({ rule }: Episode) => (isSymptom(rules[rule]!.same.rows[0]!.pack) ? 1 : 0);
  const inOrder = episodes.toSorted((a, b) => rankOf(a) - rankOf(b));
  // Others have their turn between: a page took half a minute where sixty rules raised an alarm on each of ten thousand devices.
  await inSlices(inOrder, (episode) => {
    const { same, judged: rule } = rules[episode.rule]!;
    const device = deviceOf.get(episode.device)!;
    const row = rowOf(same, device);
    // It may be gone or have moved meanwhile.
    if (!row || engine.fleet.device(device.id)?.stationId !== device.stationId) return;
    const subject = subjectOf(row, device.id, device.stationId);
    const isHidden = () =>
      causes.hides(subject, row.pack, {
        from: episode.begin - reachOf([rule]) * 1000,
        to: episode.end > 0 ? episode.raised : Infinity,
      });
    const told = toldOf(row, { times, until });
    const isLate = tellsLate(row);
    const record = takeEpisode(engine, { subject, episode, told, until, isLate, isHidden });
    if (!record) return;
    kept.add(record);
    causes.add(record);
  });
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

interface Taken {
  subject: AlarmSubject;
  episode: Episode;
  told: number;
  until: number;
  isLate: boolean;
  isHidden: () => boolean;
}

/** Raises, goes on with or ends what an episode tells; answers the alarm that stands then. */
function takeEpisode(
  engine: AlarmEngine,
  { subject, episode, told, until, isLate, isHidden }: Taken,
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
  // What a device with a wrong clock tells is older than it is.
  const fresh = isLate || engine.watch.heard.has(subject.deviceId) ? MISTIMED_MS : FRESH_MS;
  if ((end === 0 && last < until - fresh) || isHidden() || !hasRuleRoom(engine, subject, begin))
    return undefined;
  const record = raiseAlarm(book, subject, begin);
  if (isLate) record.mistimed = true;
  record.lastSeenAt = Math.max(record.lastSeenAt, end > 0 ? end : last);
  if (end > 0) recoverAlarm(book, record, end);
  return record;
}

/** Those of a device that find no room fold into the alarm that stands for too many, as faults do. */
function hasRuleRoom(
  { book, room, ruleRoom, platform }: AlarmEngine,
  subject: AlarmSubject,
  begin: number,
): boolean {
  const { deviceId } = subject;
  const now = platform.clock.now();
  const standing = activeAlarms(book, deviceId).filter(({ type }) => type === 'rule').length;
  const isNew = isNewAlarm(book, subject, begin);
  if (standing < MOST_OF_RULES && (!isNew || takeRoom(ruleRoom, deviceId, now))) return true;
  noteFull(room, deviceId, now);
  raiseAlarm(book, tooManyCodes(subject), now);
  return false;
}

/** Whether an alarm that is over already told of it. */
const isKnown = ({ book }: AlarmEngine, { deviceId, code }: AlarmSubject, begin: number): boolean => {
  const record = book.recent.get(`${deviceId} ${code}`)?.record;
  const recoveredAt = record?.recoveredAt ?? -Infinity;
  return record !== undefined && recoveredAt > begin && record.beganAt <= begin;
};
