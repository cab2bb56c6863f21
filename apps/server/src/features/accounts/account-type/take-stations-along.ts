import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdStops, keepStop } from '../../command-stops/index.ts';
import { isOwnOf } from '../../organisations/index.ts';

/**
 * Moves the stations, devices, labels and library of a personal organisation to the one its owner founds, with the owner's prices, which has the same limits and stops, and announces it. Throws
 * AppError `memberOwnsStations` where the account owns stations that do not come along: a professional account sees only what its organisation has, so it would
 * lose sight of these. Nothing comes along of an organisation in which somebody only looks, or in which others are for more than that.
 */
export async function takeStationsAlong(
  trx: Transaction<Tables>,
  { userId, from, to }: { userId: number; from: number | null; to: number | null },
): Promise<void> {
  const personal = await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', from)
    .where(isOwnOf(userId))
    // It goes once nothing is left in it; before a stop is kept waiting.
    .forUpdate()
    .executeTakeFirst();
  if (personal && to !== null) {
    const here = { organisationId: to };
    // Held before their devices move: those of one that somebody accepts at this moment would come along without it.
    const owned = await trx
      .selectFrom('stations')
      .select('id')
      .where('ownerId', '=', userId)
      .where('organisationId', '=', personal.id)
      .orderBy('id')
      .forUpdate()
      .execute();
    const ofOwned = sql<number>`ANY(${owned.map(({ id }) => id)}::bigint[])`;
    await trx.updateTable('stations').set(here).where('id', '=', ofOwned).execute();
    const ofThem = await trx
      .updateTable('devices')
      .set(here)
      .where('stationId', '=', ofOwned)
      .returning('id')
      .execute();
    await takeLabelsAlong(trx, personal.id, to);
    await takePricesAlong(trx, userId, to);
    await takeLibraryAlong(trx, personal.id, to);
    // Servers keep whose devices are: keys of the new organisation would be refused, and no quota would count.
    await announceChange(trx, {
      devices: ofThem.map(({ id }) => id),
      stations: owned.map(({ id }) => id),
      recordingsOf: to,
    });
    // Whoever took a device out lately may bind it again without its claim code, and nobody else by its number alone.
    await trx
      .updateTable('devices')
      .set({ freedFrom: to })
      .where('freedFrom', '=', personal.id)
      .where('freedOwner', '=', userId)
      .execute();
    await takeRulesAlong(trx, personal.id, to);
  }
  const { stations } = await trx
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('stations'))
    .where('ownerId', '=', userId)
    .where('organisationId', 'is distinct from', to)
    .executeTakeFirstOrThrow();
  if (stations > 0) throw new AppError('memberOwnsStations', { stations });
}

/** Labels go with their organisation, and this one goes once nothing is left in it. Those on what stays there stay, too. */
async function takeLabelsAlong(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  await trx
    .updateTable('labels')
    .set({ organisationId: to })
    .where('organisationId', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stationLabels')
            .innerJoin('stations', 'stations.id', 'stationLabels.stationId')
            .select('stations.id')
            .whereRef('stationLabels.labelId', '=', 'labels.id')
            .where('stations.organisationId', '!=', to),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deviceLabels')
            .innerJoin('devices', 'devices.id', 'deviceLabels.deviceId')
            .select('devices.id')
            .whereRef('deviceLabels.labelId', '=', 'labels.id')
            .where('devices.organisationId', 'is distinct from', to),
        ),
      ),
    )
    .execute();
}

/** Tariffs and exchange rates: who works for an organisation keeps that one's, and nobody could change by which prices the stations go on. */
async function takePricesAlong(trx: Transaction<Tables>, userId: number, to: number): Promise<void> {
  for (const table of ['tariffs', 'exchangeRates'] as const)
    await trx
      .updateTable(table)
      .set({ organisationId: to, ownerId: null })
      .where('ownerId', '=', userId)
      .execute();
}

/** What may be sent to devices and stored of them holds on: whoever was stopped by the platform would go on as another organisation. */
async function takeRulesAlong(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  await sql`
    UPDATE organisations AS next SET samples_per_day = former.samples_per_day, samples_stored = former.samples_stored
      FROM organisations AS former WHERE next.id = ${to} AND former.id = ${from}`.execute(trx);
  await holdStops(trx);
  await sql`
    INSERT INTO command_rules (organisation_id, stopped_at, stopped_by, stop_reason, stopped_by_platform, writes_per_person, devices_per_person,
      writes_per_organisation, reads_per_person)
    SELECT ${to}::bigint, stopped_at, stopped_by, stop_reason, stopped_by_platform, writes_per_person, devices_per_person, writes_per_organisation, reads_per_person
      FROM command_rules WHERE organisation_id = ${from}`.execute(trx);
  await keepStop(
    trx,
    to,
    sql`starts_with((SELECT scope_path FROM organisations WHERE id = ${from}), maker.scope_path)`,
  );
}

/**
 * Components, which designs of its stations name, SIM cards, and what is said of points of its devices and recorded of them. All of it goes with an organisation. What
 * holds for devices of other owners that stay holds for these as well.
 */
async function takeLibraryAlong(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  for (const table of ['components', 'sim_cards'])
    await sql`UPDATE ${sql.table(table)} SET organisation_id = ${to}::bigint WHERE organisation_id = ${from}`.execute(
      trx,
    );
  await sql`
    INSERT INTO point_descriptions (organisation_id, key, name, unit, kind, decimals, version)
    SELECT ${to}::bigint, key, name, unit, kind, decimals, version FROM point_descriptions WHERE organisation_id = ${from}`.execute(
    trx,
  );
  await sql`
    UPDATE point_recordings SET organisation_id = ${to}::bigint FROM devices
     WHERE devices.id = device_id AND devices.organisation_id = ${to} AND point_recordings.organisation_id = ${from}`.execute(
    trx,
  );
  await sql`
    INSERT INTO point_recordings (organisation_id, key, point, unit, made_by, made_at, ended_at)
    SELECT ${to}::bigint, key, point, unit, made_by, made_at, ended_at FROM point_recordings
     WHERE organisation_id = ${from} AND device_id IS NULL`.execute(trx);
}
