import { ALARM_RULE_PACK } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { groupsOf, idsOf, rowOf, sameRules, turnOf, type RuleRow } from './rule-groups.ts';
import { createRuleTimes } from './rule-times.ts';

let next = 0;
const row = (values: Partial<RuleRow>): RuleRow => ({
  ...ALARM_RULE_PACK.hotInverter,
  id: (next += 1),
  organisationId: 1,
  scopePath: '/1/',
  family: values.organisationId ?? 1,
  name: '',
  pack: 'hotInverter',
  enabled: true,
  stationIds: [],
  labelIds: [],
  models: [],
  version: 1,
  ...values,
});

test('what a hundred organisations took as it is shipped has one turn and is judged once, anything else with its organisation', () => {
  const shipped = Array.from({ length: 100 }, (_, at) =>
    row({ organisationId: at + 1, scopePath: `/${at + 1}/` }),
  );
  const own = row({ organisationId: 5, raise: 'temp.inverter > 70 °C' });
  const aimed = row({ organisationId: 6, models: ['X'] });
  expect(new Set(shipped.map(turnOf))).toEqual(new Set([0]));
  expect([own, aimed].map(turnOf)).toEqual([5, 6]);
  const [group, ...others] = groupsOf(shipped, createRuleTimes());
  expect(others).toEqual([]);
  expect(group!.target.organisationIds).toHaveLength(100);
  expect(group!.rules).toHaveLength(1);
  expect(idsOf(group!)).toHaveLength(100);
});

test('rules of one family have one turn, and each organisation is judged by itself', () => {
  const rules = [5, 6, 5].map((organisationId, at) =>
    row({ organisationId, family: 1, raise: `temp.inverter > ${at} °C` }),
  );
  expect(new Set(rules.map(turnOf))).toEqual(new Set([1]));
  const groups = groupsOf(rules, createRuleTimes());
  expect(groups.map(({ target }) => target.organisationIds)).toEqual([[5], [6]]);
});

test('rules that took too long together are each judged alone', () => {
  const times = createRuleTimes();
  const rules = [row({}), row({ raise: 'temp.inverter > 70 °C' })];
  expect(groupsOf(rules, times)).toHaveLength(1);
  times.tooSlow(
    rules.map(({ id }) => id),
    0,
  );
  expect(groupsOf(rules, times)).toHaveLength(2);
});

test('of equal rules of an organisation and of one above it the nearest counts for a device', () => {
  const above = row({ organisationId: 1, scopePath: '/1/' });
  const below = row({ organisationId: 2, scopePath: '/1/2/' });
  const same = sameRules([above, below]);
  expect(rowOf(same, { homePath: '/1/2/3/' })).toBe(below);
  expect(rowOf(same, { homePath: '/1/4/' })).toBe(above);
  expect(rowOf(same, { homePath: '/9/' })).toBeUndefined();
});

test('the rule of a device is looked up along its path, however many organisations say the same', () => {
  let read = 0;
  const rows = Array.from({ length: 3000 }, (_, at) => {
    const one = row({ organisationId: at + 1 });
    return Object.defineProperty(one, 'scopePath', {
      get() {
        read += 1;
        return `/${at + 1}/`;
      },
    });
  });
  const same = sameRules(rows);
  read = 0;
  expect(rowOf(same, { homePath: '/2999/' })).toBe(rows[2998]);
  expect(rowOf(same, { homePath: '/9999/8/' })).toBeUndefined();
  expect(read).toBe(0);
});
