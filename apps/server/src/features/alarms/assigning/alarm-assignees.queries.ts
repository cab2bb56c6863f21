import type { Permission } from '@sunfleet/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { may, type Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { actorOf, PERSON } from '../../../platform/user-actor.ts';
import { organisationScope } from '../../organisations/index.ts';
import { stationScope } from '../../scope/index.ts';

/** What somebody needs who looks after an alarm. */
export const ASSIGNEE_PERMISSION: Permission = 'alarms.confirm';
/** People who are looked at. */
const MOST = 500;
/** People whose scope one query asks for. */
const AT_ONCE = 50;

/** Somebody who could be given alarms. */
export interface Candidate {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  language: string | null;
}

/**
 * Who may handle all of these alarms, by name: people of the caller's organisation, and of the organisations of their stations where the caller manages
 * these. `only`: whether that one is among them.
 */
export async function readAssignees(
  db: Db,
  { actor, ids, at, only }: { actor: Actor; ids: readonly number[]; at: number; only?: number },
): Promise<Candidate[]> {
  const alarmIds = [...new Set(ids)];
  const rows = await db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select(['users.id', 'users.id as userId', 'users.name', 'users.email', 'users.phone'])
    .where('users.lockedAt', 'is', null)
    .where('users.cancelRequestedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.id', '=', actor.userId),
        eb('users.organisationId', '=', actor.organisationId),
        eb.and([
          organisationScope(actor)(),
          eb(
            'users.organisationId',
            'in',
            eb
              .selectFrom('alarms')
              .innerJoin('stations', 'stations.id', 'alarms.stationId')
              .select('stations.organisationId')
              .where('alarms.id', 'in', alarmIds),
          ),
        ]),
      ]),
    )
    .$if(only !== undefined, (query) => query.where('users.id', '=', only!))
    .orderBy(sql`lower(users.name COLLATE pg_c_utf8)`)
    .orderBy('users.id')
    .limit(MOST)
    .execute();
  const holders = rows.flatMap((row) => {
    const person = actorOf({ ...row, userId: row.id }, at);
    return may(person, ASSIGNEE_PERMISSION) ? [{ ...row, person }] : [];
  });
  const able = new Set<number>();
  for (let from = 0; from < holders.length; from += AT_ONCE) {
    const some = holders.slice(from, from + AT_ONCE).map(({ person }) => person);
    for (const id of await thoseWhoReachAll(db, some, alarmIds)) able.add(id);
  }
  return holders
    .filter(({ id }) => able.has(id))
    .map(({ id, name, email, phone, language }) => ({ id, name, email, phone, language }));
}

/** Ids of the people in whose scope all of the alarms are. */
async function thoseWhoReachAll(
  db: Db,
  people: readonly Actor[],
  alarmIds: readonly number[],
): Promise<number[]> {
  if (people.length === 0) return [];
  const stations = await db
    .selectFrom('alarms')
    .select('stationId')
    .distinct()
    .where('id', 'in', [...alarmIds])
    .where('stationId', 'is not', null)
    .execute();
  const reached = (eb: ExpressionBuilder<Tables, 'stations'>, person: Actor) =>
    eb.fn.countAll<number>().filterWhere(stationScope(person, ASSIGNEE_PERMISSION)(eb));
  const counts = (await db
    .selectFrom('stations')
    .select((eb) => people.map((person) => reached(eb, person).as(`p${person.userId}`)))
    .where(
      'stations.id',
      'in',
      stations.map(({ stationId }) => stationId!),
    )
    .executeTakeFirst()) as Record<string, number> | undefined;
  return people.flatMap(({ userId }) =>
    userId !== null && Number(counts?.[`p${userId}`]) === stations.length ? [userId] : [],
  );
}
