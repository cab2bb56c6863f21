import type { Permission } from '@sunfleet/contract';
import { sql } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { createTurns } from '../../platform/turns.ts';
import { seesEverything, readStationScope } from '../scope/index.ts';

/** Ids of stations in ascending order; undefined: all there are. */
export type SeenStations = Float64Array | undefined;

/** Looks up for streams what their readers may see. */
export interface Sight {
  /** Every station on which the actor may do this. */
  stations(actor: Actor, permission: Permission): Promise<SeenStations>;
  /** Does another look-up when it is its turn. */
  take<T>(actor: Actor, lookUp: () => Promise<T>): Promise<T>;
}

/** A large scope keeps a core of the database busy for some hundredths of a second. */
const AT_ONCE = 2;

/**
 * Every stream asks again each few seconds, and all of them whenever somebody's access changes. Thousands of streams of a large fleet would keep
 * the database busy with nothing else, and each hold a list of its own. So look-ups take turns of people, those of one person that wait
 * together are one, and the same list is held once.
 */
export function createSight(db: Db): Sight {
  const turns = createTurns({ atOnce: AT_ONCE });
  const waiting = new Map<string, Promise<SeenStations>>();
  const held = new Map<string, WeakRef<Float64Array>>();

  async function lookUp(key: string, actor: Actor, permission: Permission): Promise<SeenStations> {
    const found = await turns.take(personOf(actor), () => {
      // Whoever comes from now on may come after a change that this one does not see.
      waiting.delete(key);
      return readStations(db, actor, permission);
    });
    const before = held.get(key)?.deref();
    if (before && sameStations(before, found)) return before;
    for (const [one, list] of held) if (!list.deref()) held.delete(one);
    held.set(key, new WeakRef(found));
    return found;
  }

  return {
    async stations(actor, permission) {
      if (seesEverything(actor) && accessOf(actor).permissions.has(permission)) return undefined;
      const key = keyOf(actor, permission);
      const known = waiting.get(key);
      if (known) return known;
      // It waits until it is written down here, also where its turn comes at once.
      const looking = Promise.resolve().then(() => lookUp(key, actor, permission));
      waiting.set(key, looking);
      return looking;
    },
    take: (actor, work) => turns.take(personOf(actor), work),
  };
}

/** Whether a list holds a station. */
export function sees(stations: SeenStations, id: number): boolean {
  if (!stations) return true;
  let from = 0;
  let to = stations.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (stations[middle]! < id) from = middle + 1;
    else to = middle;
  }
  return stations[from] === id;
}

export function sameStations(one: SeenStations, other: SeenStations): boolean {
  return (
    one === other || (one?.length === other?.length && (one?.every((id, n) => id === other?.[n]) ?? false))
  );
}

/** All visitors see the same. */
function personOf({ userId }: Actor): string {
  return userId === null ? 'visitors' : `user ${userId}`;
}

function keyOf(actor: Actor, permission: Permission): string {
  const { scope, permissions } = accessOf(actor);
  const { role, organisationId, organisationPath } = actor;
  return JSON.stringify([
    personOf(actor),
    role,
    organisationId,
    organisationPath,
    scope,
    permission,
    permissions.has(permission),
  ]);
}

/** As one text: a large fleet would be as many rows. */
async function readStations(db: Db, actor: Actor, permission: Permission): Promise<Float64Array> {
  const { ids } = await db
    .selectFrom('stations')
    .select(sql<string | null>`string_agg(id::text, ',' ORDER BY id)`.as('ids'))
    .where(await readStationScope(db, actor, permission))
    .executeTakeFirstOrThrow();
  return Float64Array.from(ids?.split(',') ?? [], Number);
}
