import type { CommandLimit } from '@sunfleet/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { runPrepared } from '../../platform/postgres/prepare.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { CountedCommand } from './counted-command.ts';
import type { Limits } from './command-rules.queries.ts';
import { findOwnersFull } from './room-of-owner.ts';

export const HOUR_MS = 3_600_000;

export interface Reached {
  limit: CommandLimit;
  most: number;
  /** When the next request may be sent, epoch milliseconds. */
  goesOnAt: number;
}

interface Within {
  /** Those of the platform count what a person does anywhere, those of the organisation what happens to its devices. */
  limits: { platform: Limits; organisation: Limits };
  now: number;
}

type Rows = SelectQueryBuilder<Tables, 'commands', object>;

/** The first limit that one more request would break. */
export async function findReached(
  db: Db,
  { actor, deviceId, organisationId, writes }: CountedCommand,
  { limits, now }: Within,
): Promise<Reached | undefined> {
  const since = new Date(now - HOUR_MS);
  const lately = db.selectFrom('commands').where('at', '>', since).where('writes', '=', writes);
  const there = lately.where('organisationId', 'is not distinct from', organisationId);
  const check = async (limit: CommandLimit, most: number, rows: Rows) => {
    const at = await (limit === 'devicesPerPerson'
      ? nthDevice(db, rows, { n: most, deviceId })
      : nthRequest(db, rows, most));
    return at && { limit, most, goesOnAt: at.getTime() + HOUR_MS };
  };
  const { userId } = actor;
  const { platform, organisation } = limits;
  if (userId !== null) {
    const names: readonly CommandLimit[] = writes
      ? ['writesPerPerson', 'devicesPerPerson']
      : ['readsPerPerson'];
    for (const name of names) {
      const anywhere = await check(name, platform[name], lately.where('userId', '=', userId));
      if (anywhere) return anywhere;
      if (organisation[name] === platform[name]) continue;
      const here = await check(name, organisation[name], there.where('userId', '=', userId));
      if (here) return here;
    }
  }
  if (!writes) return undefined;
  const limit = 'writesPerOrganisation';
  const most = organisation[limit];
  const full = await check(limit, most, there);
  if (full) return full;
  const owners = await findOwnersFull(db, { actor, deviceId, organisationId, writes }, { most, since });
  return owners && { limit, most: owners.own, goesOnAt: owners.oldest.getTime() + HOUR_MS };
}

/** Time of the nth newest request; undefined where there are fewer. */
async function nthRequest(db: Db, rows: Rows, n: number): Promise<Date | undefined> {
  const query = rows
    .select('at')
    .orderBy('at', 'desc')
    .offset(n - 1)
    .limit(1);
  const [row] = await runPrepared(db, 'nth_command', query);
  return row?.at;
}

/** When the nth of other devices was asked last; undefined where there are fewer, and for a device that is one of those asked already. */
async function nthDevice(
  db: Db,
  rows: Rows,
  { n, deviceId }: { n: number; deviceId: number },
): Promise<Date | undefined> {
  const ofDevice = rows.select('at').where('deviceId', '=', deviceId).limit(1);
  const [known] = await runPrepared(db, 'command_of_device', ofDevice);
  if (known) return undefined;
  const query = rows
    .select((eb) => eb.fn.max('at').as('at'))
    .groupBy('deviceId')
    .orderBy('at', 'desc')
    .offset(n - 1)
    .limit(1);
  const [row] = await runPrepared(db, 'nth_device_commanded', query);
  return row?.at;
}

/** What was asked within the last hour, of the whole platform or to the devices of one organisation, with the ten busiest people. */
export async function readUsed(db: Db, organisationId: number | null, now: number) {
  let lately = db.selectFrom('commands').where('commands.at', '>', new Date(now - HOUR_MS));
  if (organisationId !== null) lately = lately.where('commands.organisationId', '=', organisationId);
  const counts = [
    sql<number>`count(*) FILTER (WHERE writes)`.as('writes'),
    sql<number>`count(DISTINCT device_id) FILTER (WHERE writes)`.as('devices'),
    sql<number>`count(*) FILTER (WHERE NOT writes)`.as('reads'),
  ] as const;
  const all = await lately.select(counts).executeTakeFirstOrThrow();
  const people = await lately
    .leftJoin('users', 'users.id', 'commands.userId')
    .select(['users.name', sql<number>`commands.user_id`.as('id')])
    .select(counts)
    .where('commands.userId', 'is not', null)
    .groupBy(['commands.userId', 'users.name'])
    .orderBy('writes', 'desc')
    .orderBy('reads', 'desc')
    .limit(10)
    .execute();
  return { writes: all.writes, reads: all.reads, people };
}
