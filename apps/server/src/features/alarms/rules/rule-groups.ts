import { ALARM_RULE_PACK, PACKED_RULES } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { AlarmRulesTable } from '../../../platform/postgres/tables/alarms.ts';
import type { RuleDevice, RuleTarget } from './rule-devices.ts';
import type { RuleTimes } from './rule-times.ts';

export interface RuleRow extends Selectable<AlarmRulesTable> {
  /** Where its organisation stands, as stations' organisations name it. */
  scopePath: string;
  /** Of its organisation; null: nobody's. */
  family: number | null;
}

/** Rules of several organisations that say the same of the same kind of devices, as shipped ones do: judged once. */
export interface SameRules {
  rows: readonly RuleRow[];
  /** The first of each organisation, by where that stands. */
  ofPath: ReadonlyMap<string, RuleRow>;
}

/** Rules that are judged together, over the devices of all of their organisations. */
export interface RuleGroup {
  target: RuleTarget;
  rules: readonly SameRules[];
}

/** What shows that a clock is slow comes later than it says. */
export const tellsLate = ({ pack }: Pick<RuleRow, 'pack'>): boolean => pack === 'wrongClock';

const RULES_AT_ONCE = 20;
/** Whose turn it is for what organisations took as it is shipped; organisations have ids from 1 on. */
const SHIPPED = 0;
const NOBODYS = -1;

type Content = Pick<RuleRow, 'raise' | 'clear' | 'consecutive' | 'onDelay' | 'offDelay'>;

const contentOf = ({ raise, clear, consecutive, onDelay, offDelay }: Content) =>
  JSON.stringify([raise, clear, consecutive, onDelay, offDelay]);
const aimOf = ({ stationIds, labelIds, models }: RuleRow) => JSON.stringify([stationIds, labelIds, models]);

const NO_AIM = JSON.stringify([[], [], []]);
const SHIPPED_CONTENTS = new Set(PACKED_RULES.map((pack) => contentOf(ALARM_RULE_PACK[pack])));

/** Whose turn a rule has: that of the family of its organisation, which somebody makes at will, or the one of shipped rules that nobody changed. */
export const turnOf = (row: RuleRow): number =>
  aimOf(row) === NO_AIM && SHIPPED_CONTENTS.has(contentOf(row)) ? SHIPPED : (row.family ?? NOBODYS);

export const idsOf = ({ rules }: RuleGroup): number[] =>
  rules.flatMap(({ rows }) => rows.map(({ id }) => id));

/** Rules of one turn that are about the same devices, a few at a time, first those that were judged longest ago. */
export function groupsOf(rows: readonly RuleRow[], times: RuleTimes): RuleGroup[] {
  const told = (group: RuleGroup) =>
    idsOf(group).reduce((least, id) => Math.min(least, times.told(id) ?? 0), Infinity);
  return [...grouped(rows, times)].toSorted((a, b) => told(a) - told(b));
}

/** Those that reach far back are not together with the others, nor are those that tell late, and slow ones are by themselves. */
function* grouped(rows: readonly RuleRow[], times: RuleTimes): Generator<RuleGroup> {
  const [first] = rows;
  // What one organisation's rules cost, and where they fail, is nothing to another one of its family.
  const isOfAll = first !== undefined && turnOf(first) === SHIPPED;
  const kindOf = (row: RuleRow) => (isOfAll ? aimOf(row) : `${row.organisationId} ${aimOf(row)}`);
  for (const ofAim of Map.groupBy(rows, kindOf).values()) {
    const isShipped = turnOf(ofAim[0]!) === SHIPPED;
    const same = isShipped ? [...Map.groupBy(ofAim, contentOf).values()] : ofAim.map((row) => [row]);
    const isAlone = (of: readonly RuleRow[]) => of.some(({ id }) => times.isAlone(id));
    const byReach = same
      .filter((of) => !isAlone(of))
      .toSorted(([a], [b]) => a!.onDelay + a!.offDelay - b!.onDelay - b!.offDelay);
    const isLate = (of: readonly RuleRow[]) => of.some(tellsLate);
    for (const some of [byReach.filter((of) => !isLate(of)), byReach.filter(isLate)])
      for (let from = 0; from < some.length; from += RULES_AT_ONCE)
        yield groupOf(some.slice(from, from + RULES_AT_ONCE));
    for (const of of same) if (isAlone(of)) yield groupOf([of]);
  }
}

function groupOf(rules: readonly (readonly RuleRow[])[]): RuleGroup {
  const { stationIds, labelIds, models } = rules[0]![0]!;
  const organisationIds = [...new Set(rules.flat().map(({ organisationId }) => organisationId))];
  return {
    target: { organisationIds, stationIds, labelIds, models },
    rules: rules.map(sameRules),
  };
}

/** Rules that say the same. */
export function sameRules(rows: readonly RuleRow[]): SameRules {
  const ofPath = new Map<string, RuleRow>();
  for (const row of rows) if (!ofPath.has(row.scopePath)) ofPath.set(row.scopePath, row);
  return { rows, ofPath };
}

/**
 * The rule of several that say the same which counts for a device: that of the organisation nearest to it, because one alarm is enough. It is looked up along the
 * path of the device: thousands of organisations have the shipped rules, and each device is judged by all of these.
 */
export function rowOf(
  { ofPath }: SameRules,
  { homePath }: Pick<RuleDevice, 'homePath'>,
): RuleRow | undefined {
  for (let end = homePath.length; end > 1; end = homePath.lastIndexOf('/', end - 2) + 1) {
    const row = ofPath.get(homePath.slice(0, end));
    if (row) return row;
  }
  return undefined;
}
