import { ALARM_RULE_PACK } from '@sunfleet/contract';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { migrated } from '../../../test/migrated.ts';

interface RuleRow {
  id: number;
  pack: keyof typeof ALARM_RULE_PACK;
  name: string;
  level: string;
  enabled: boolean;
  raise: string;
  clear: string;
  consecutive: number;
  on_delay: number;
  off_delay: number;
  station_ids: number[];
  label_ids: number[];
  models: string[];
  version: number;
}

const NOON = 'sun > 5° and change(sun, 6 h) < 0°';
const NEAR = 'avg(near(production / rated), 6 h)';

/** As the platform shipped them before 243. */
const SHIPPED = {
  belowExpected: {
    raise: [
      `${NOON} and duration(curtailed, 6 h) < 1 min and avg(expected, 6 h) > 0.12 * rated and avg(production, 6 h) < 0.7 * avg(expected, 6 h)`,
      `and (not known(${NEAR}) or rated * ${NEAR} > 0.5 * avg(expected, 6 h) and avg(production, 6 h) < 0.72 * rated * ${NEAR})`,
    ].join(' '),
    clear: `${NOON} and avg(expected, 6 h) > 0.12 * rated and avg(production, 6 h) > 0.8 * avg(expected, 6 h)`,
    off_delay: 15,
  },
  stuckPower: {
    raise:
      'sun > 20° and ac.power > 50 W and not curtailed and (not known(rated) or ac.power < 0.97 * rated) and max(ac.power, 2 h) - min(ac.power, 2 h) < 0.5 W',
    clear: 'max(ac.power, 1 h) - min(ac.power, 1 h) > 5 W',
    off_delay: 15,
  },
  wrongClock: {
    raise: 'sun < -4° and production > 0.005 * rated',
    clear: 'sun < -4° and production < 0.002 * rated',
    consecutive: 2,
  },
  belowPeers: {
    raise:
      'sun > 15° and not curtailed and peers(production) > 0.15 * rated and production < 0.8 * peers(production)',
    clear: 'peers(production) > 0.15 * rated and production > 0.9 * peers(production)',
    on_delay: 120,
    off_delay: 60,
  },
  derating: {
    raise:
      'temp.inverter > 50 °C and (temp.inverter > peers(temp.inverter) + 15 °C or temp.inverter > near(temp.inverter) + 20 °C)',
    clear: 'temp.inverter < 45 °C',
    on_delay: 30,
    off_delay: 60,
  },
} satisfies Partial<Record<RuleRow['pack'], Partial<RuleRow>>>;
type Mended = keyof typeof SHIPPED;

const before = (pack: Mended, values: Partial<RuleRow> = {}) => ({
  pack,
  name: '',
  level: 'general',
  enabled: true,
  consecutive: 3,
  on_delay: 0,
  off_delay: 10,
  station_ids: [],
  label_ids: [],
  models: [],
  ...SHIPPED[pack],
  ...values,
});

const MENDED = Object.keys(SHIPPED) as Mended[];
/** What an organisation may have set without changing when a rule finds something. */
const OWN = { name: 'Ours', level: 'tip', enabled: false, station_ids: [3, 4], models: ['X'] };
/** Each with one thing changed that decides when it finds something. */
const CHANGED = [
  before('stuckPower', { raise: `${SHIPPED.stuckPower.raise} and sun > 30°` }),
  before('stuckPower', { clear: 'ac.power < 1 W' }),
  before('wrongClock', { consecutive: 4 }),
  before('derating', { on_delay: 31 }),
  before('belowPeers', { off_delay: 59 }),
  // As another rule was shipped.
  { ...before('derating'), pack: 'hotInverter' },
];

const rowsOf = async (client: pg.PoolClient) =>
  (await client.query<RuleRow>('SELECT *, station_ids::int[] FROM alarm_rules ORDER BY id')).rows;

test('243 and 244 mend rules as they were shipped, with a version each, and leave what an organisation changed', async () => {
  const taken = [...MENDED.map((pack) => before(pack)), before('stuckPower', OWN), ...CHANGED];
  const { rules, versions } = await migrated(
    '243_mended_alarm_rules.sql',
    (client) =>
      client.query(
        `WITH home AS (INSERT INTO organisations (code, name, path) VALUES ('ORG', 'Org', '/1/') RETURNING id)
         INSERT INTO alarm_rules (organisation_id, pack, name, level, enabled, raise, clear, consecutive, on_delay, off_delay, station_ids, label_ids, models)
         SELECT home.id, r.pack, r.name, r.level, r.enabled, r.raise, r.clear, r.consecutive, r.on_delay, r.off_delay, r.station_ids, r.label_ids, r.models
           FROM home, ROWS FROM (jsonb_to_recordset($1::jsonb) AS (pack text, name text, level text, enabled boolean, raise text, clear text, consecutive int,
             on_delay int, off_delay int, station_ids bigint[], label_ids bigint[], models text[])) WITH ORDINALITY AS r ORDER BY r.ordinality`,
        [JSON.stringify(taken)],
      ),
    async (client) => ({
      rules: await rowsOf(client),
      versions: (
        await client.query<{ rule_id: number; version: number; by: number | null; content: object }>(
          'SELECT rule_id, version, by, content FROM alarm_rule_versions ORDER BY rule_id, version',
        )
      ).rows,
    }),
  );

  for (const [nth, pack] of MENDED.entries()) {
    const { level: _, ...shipped } = ALARM_RULE_PACK[pack];
    expect(contentOf(rules[nth]!), pack).toMatchObject({ pack, ...shipped });
  }
  // What 243 made of the first one was mended once more.
  const counts = rules.map(({ id }) => versions.filter(({ rule_id: of }) => of === id).length);
  expect(counts).toEqual([2, 1, 1, 1, 1, 1, ...CHANGED.map(() => 0)]);
  for (const rule of rules) {
    const told = versions.filter(({ rule_id: of }) => of === rule.id);
    expect(told.map(({ version }) => version)).toEqual(told.map((_, nth) => nth + 2));
    expect(rule.version).toBe(told.length + 1);
    if (told.length > 0) expect(told.at(-1)).toMatchObject({ by: null, content: contentOf(rule) });
  }
  expect(rules[MENDED.length]).toMatchObject({ ...OWN, raise: ALARM_RULE_PACK.stuckPower.raise });
  expect(rules.slice(MENDED.length + 1)).toMatchObject(CHANGED);
});

function contentOf(rule: RuleRow) {
  const { name, pack, level, enabled, raise, clear, consecutive, models } = rule;
  return {
    name,
    pack,
    level,
    enabled,
    raise,
    clear,
    consecutive,
    models,
    onDelay: rule.on_delay,
    offDelay: rule.off_delay,
    stationIds: rule.station_ids,
    labelIds: rule.label_ids,
  };
}
