import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { registerOrganisationsRoutes } from './index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerOrganisationsRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

interface Row {
  id: number;
  parentId: number | null;
  tie: 'tight' | 'loose';
}

/** The two paths of an organisation from nothing but superiors and ties. */
function pathsOf(row: Row, byId: ReadonlyMap<number, Row>): { path: string; scopePath: string } {
  const above = row.parentId === null ? undefined : pathsOf(byId.get(row.parentId)!, byId);
  return {
    path: `${above?.path ?? '/'}${row.id}/`,
    scopePath: `${row.tie === 'loose' ? '/' : (above?.scopePath ?? '/')}${row.id}/`,
  };
}

async function expectRightPaths(): Promise<void> {
  const rows = await platform.db
    .selectFrom('organisations')
    .select(['id', 'parentId', 'tie', 'path', 'scopePath'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const { path, scopePath } = row;
    expect({ path, scopePath }, `organisation ${row.id}`).toEqual(pathsOf(row, byId));
  }
}

const pick = fc.nat({ max: 1000 });
const tie = fc.constantFrom('tight' as const, 'loose' as const);
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), at: pick, tie }),
  fc.record({ kind: fc.constant('move' as const), what: pick, at: fc.option(pick) }),
  fc.record({ kind: fc.constant('tie' as const), what: pick, tie }),
);

test('after any creations, moves and changes of ties both paths are what superiors and ties make them', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    // Another minute: how often organisations are made and changed in one is limited. Moving them wants a login of the last minutes.
    platform.clock.advance(60_000);
    const administrator = await api.as(await makeUser(platform));
    const ids = [(await makeOrganisation(platform)).id];
    const some = (at: number) => ids[at % ids.length]!;
    for (const each of steps) {
      if (each.kind === 'create') {
        const body = { name: 'Made', parentId: some(each.at), tie: each.tie };
        ids.push((await administrator.post('/organisations', body)).data.id);
      } else if (each.kind === 'move') {
        const body = { parentId: each.at === null ? null : some(each.at) };
        const { code, error } = await administrator.post(`/organisations/${some(each.what)}/move`, body);
        expect([undefined, 'organisationMoveIntoItself']).toContain(error);
        expect(code === 200).toBe(error === undefined);
      } else {
        await administrator.put(`/organisations/${some(each.what)}`, { tie: each.tie });
      }
    }
    await expectRightPaths();
  });
  await fc.assert(property, { numRuns: 25 });
}, 60_000);

test('moves at the same moment leave no ring and no wrong path', async () => {
  const administrator = await api.as(await makeUser(platform));
  const [a, b] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const answers = await Promise.all([
    administrator.post(`/organisations/${a.id}/move`, { parentId: b.id }),
    administrator.post(`/organisations/${b.id}/move`, { parentId: a.id }),
  ]);
  expect(answers.map(({ error }) => error).toSorted()).toEqual(['organisationMoveIntoItself', undefined]);
  await expectRightPaths();
});
