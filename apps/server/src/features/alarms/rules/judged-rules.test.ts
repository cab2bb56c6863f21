import { afterAll, expect, test } from 'vitest';
import { ALARM_RULE_PACK } from '@sunfleet/contract';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { readJudged } from './judged-rules.ts';
import { turnOf } from './rule-groups.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

async function ruleOf(organisationId: number): Promise<number> {
  const { id } = await db
    .insertInto('alarmRules')
    .values({
      ...ALARM_RULE_PACK.hotInverter,
      organisationId,
      name: 'Hot',
      pack: null,
      enabled: true,
      raise: 'temp.inverter > 71 °C',
      stationIds: [],
      labelIds: [],
      models: [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('rules of organisations without any station are not read, and those of a family have one turn', async () => {
  const own = await makeOrganisation(platform);
  const { id: other } = await makeOrganisation(platform);
  await makeUser(platform, { organisationId: own.id });
  await makeUser(platform, { organisationId: other });
  const department = await makeOrganisation(platform, own);
  const loose = await makeOrganisation(platform, own, 'loose');
  const peopled = await makeOrganisation(platform, own, 'loose');
  await makeUser(platform, { organisationId: peopled.id });
  const empty = await makeOrganisation(platform, own);
  const left = await makeOrganisation(platform);
  for (const { id: organisationId } of [department, loose, peopled, left])
    await makeStation(platform, { organisationId });
  await makeStation(platform, { organisationId: other });
  const organisations = [own.id, department.id, loose.id, peopled.id, left.id, other];
  const rules = await Promise.all(organisations.map(ruleOf));
  await ruleOf(empty.id);
  const read = await readJudged(db);
  expect(read.map(({ id }) => id)).toEqual(rules.toSorted((a, b) => a - b));
  const turns = rules.map((id) => turnOf(read.find((rule) => rule.id === id)!));
  // Nobody has an account where it was left.
  expect(turns).toEqual([own.id, own.id, own.id, peopled.id, -1, other]);
});
