import type { DeviceProfile, OwnProfile, RouteOutput, routes } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { devicesNaming, namesOwnProfile, ownProfileId } from '../../platform/own-profile.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations } from '../organisations/index.ts';
import { readDeviceScope } from '../scope/index.ts';

const devices = expressionBuilder<Tables, 'devices'>();

interface Row {
  id: number;
  brand: string;
  models: string[];
  kind: OwnProfile['kind'];
  family: string | null;
  devices: number;
  revision: number;
  changedAt: Date;
  userId: number | null;
  userName: string | null;
}

/** Condition on `own_profiles`: those of organisations in the actor's scope. */
export const ownProfileScope = (actor: Actor): RawBuilder<SqlBool> => ofOrganisations(actor, 'own_profiles');

/** `data` is read for one profile alone: a list of them would carry some megabytes that nobody asked for. */
async function read<T extends object = object>(
  db: Db,
  actor: Actor,
  { where = sql`true`, more = sql`` }: { where?: RawBuilder<unknown>; more?: RawBuilder<unknown> } = {},
): Promise<(OwnProfile & T)[]> {
  const scope = await readDeviceScope(db, actor);
  const { rows } = await sql<Row & T>`
    SELECT own_profiles.id, own_profiles.data->>'brand' AS brand, own_profiles.data->'models' AS models,
           own_profiles.data->>'deviceKind' AS kind, own_profiles.family, own_profiles.revision, own_profiles.changed_at,
           users.id AS user_id, users.name AS user_name,
           (SELECT count(*) FROM devices WHERE ${devicesNaming(namesOwnProfile())} AND ${scope(devices)}) AS devices
           ${more}
      FROM own_profiles LEFT JOIN users ON users.id = own_profiles.user_id
     WHERE ${where} AND ${ownProfileScope(actor)}
     ORDER BY lower(own_profiles.data->>'brand'), own_profiles.id`.execute(db);
  return rows.map(({ userId, userName, changedAt, ...row }) => ({
    ...(row as Omit<Row, 'userId' | 'userName' | 'changedAt'> & T),
    profileId: ownProfileId(row.id),
    by: personOf(userId, userName),
    changedAt: changedAt.getTime(),
  }));
}

export const listOwnProfiles = (db: Db, actor: Actor): Promise<OwnProfile[]> => read(db, actor);

/** Throws AppError `ownProfileNotFound`. */
export async function getOwnProfile(
  db: Db,
  actor: Actor,
  id: number,
): Promise<RouteOutput<(typeof routes)['getOwnProfile']>> {
  const [profile] = await read<{ data: Record<string, unknown> }>(db, actor, {
    where: sql`own_profiles.id = ${id}`,
    more: sql`, own_profiles.data`,
  });
  if (!profile) throw new AppError('ownProfileNotFound', { id });
  return profile;
}

/** Profiles of organisations as families to choose from. */
export async function listOwnFamilies(db: Db, actor: Actor): Promise<DeviceProfile[]> {
  const { rows } = await sql<Omit<DeviceProfile, 'id' | 'own'> & { number: number }>`
    SELECT own_profiles.id AS number, data->>'brand' AS brand, data->'models' AS models, data->>'deviceKind' AS kind
      FROM own_profiles WHERE ${ownProfileScope(actor)} ORDER BY lower(data->>'brand'), own_profiles.id`.execute(
    db,
  );
  return rows.map(({ number, brand, models, kind }) => ({
    id: ownProfileId(number),
    brand,
    models,
    kind,
    own: true,
  }));
}
