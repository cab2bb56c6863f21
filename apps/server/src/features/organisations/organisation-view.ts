import { LIMITS, type Organisation } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Config } from '../../config.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { bytesOfFiles } from '../../platform/postgres/bytes-of-files.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { pointInUse } from '../../platform/postgres/point-in-use.ts';
import { organisationScope } from './organisation-scope.ts';

type Counted = 'users' | 'stations' | 'devices';

/** Rows of a table as `t` that are somebody's to see: a station that was ended is not there, and keeps its devices for the time when it comes back. */
export const seenOf = (table: Counted): RawBuilder<unknown> =>
  table === 'stations' ? sql`(SELECT * FROM stations WHERE ended_at IS NULL) t` : sql`${sql.table(table)} t`;

/** Number of rows of a table that belong to the organisation itself. */
function countOf(table: Counted): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM ${seenOf(table)} WHERE t.organisation_id = organisations.id)`;
}

/** Organisations with how much they have themselves, without those below. */
export function organisationsWithCounts(db: Db) {
  return db
    .selectFrom('organisations')
    .selectAll('organisations')
    .select([
      countOf('users').as('members'),
      countOf('stations').as('stations'),
      countOf('devices').as('devices'),
    ]);
}

type Used = Record<'devices' | 'customPoints' | 'samplesToday' | 'samplesStored' | 'stationFiles', number>;
type OwnLimits = Record<'samplesPerDay' | 'samplesStored', number | null>;

/** How much of what is limited an organisation uses. */
export const quotasOf = ({ samples }: Pick<Config, 'samples'>, used: Used, own: OwnLimits) => ({
  devices: { used: used.devices, limit: LIMITS.devicesPerOrganisation },
  customPoints: { used: used.customPoints, limit: LIMITS.customPointsPerOrganisation },
  samplesToday: { used: used.samplesToday, limit: own.samplesPerDay ?? samples.perDay },
  samplesStored: { used: used.samplesStored, limit: own.samplesStored ?? samples.stored },
  stationFiles: { used: used.stationFiles, limit: LIMITS.stationFilesOfOrganisation },
});

const customPointsInUse = sql<number>`(SELECT count(*) FROM custom_points
  WHERE custom_points.organisation_id = organisations.id AND ${pointInUse})`;

const samplesOfDay = (day: string) => sql<number>`coalesce((SELECT sum(samples) FROM sample_days
  WHERE sample_days.organisation_id = organisations.id AND day = ${day}), 0)::bigint`;

const samplesInStore = sql<number>`coalesce((SELECT samples FROM stored_samples
  WHERE stored_samples.organisation_id = organisations.id), 0)`;

/** One organisation in the actor's scope, as the API shows it. Throws AppError organisationNotFound. */
export async function viewOrganisation(
  { db, clock, config }: { db: Db } & Pick<Platform, 'clock' | 'config'>,
  actor: Actor,
  id: number,
): Promise<Organisation> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const row = await organisationsWithCounts(db)
    .select([
      customPointsInUse.as('customPoints'),
      samplesOfDay(today).as('takenIn'),
      samplesInStore.as('inStore'),
      bytesOfFiles(sql<SqlBool>`stations.organisation_id = organisations.id`).as('inFiles'),
    ])
    .where('organisations.id', '=', id)
    .where(organisationScope(actor))
    .executeTakeFirst();
  if (!row) throw new AppError('organisationNotFound');
  const { path: _path, scopePath: _scopePath, ...counted } = row;
  const { members, stations, devices, customPoints, takenIn, inStore, inFiles, createdAt, ...fields } =
    counted;
  const samples = { samplesToday: takenIn, samplesStored: inStore };
  const used = { devices, customPoints, ...samples, stationFiles: inFiles };
  return {
    ...fields,
    counts: { members, stations, devices },
    quotas: quotasOf(config, used, fields),
    manageable: true,
    createdAt: createdAt.getTime(),
  };
}
