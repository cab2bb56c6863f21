import { sql, type Transaction } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { DAY_MS, type Payer } from './sample-account.ts';

/** Samples of one payer on one day (days since 1970, UTC). */
export interface TakenIn extends Payer {
  day: number;
  samples: number;
}

export interface TakenInSoFar extends TakenIn {
  /** Per cent of the quota that administrators were told of. */
  told: number;
}

/** Bytes of the archive are counted in rows of their own, beside the samples of the same payer. */
const ARCHIVE = 'archive ';
export const archiveShare = ({ share }: Pick<Payer, 'share'>) => `${ARCHIVE}${share}`;

/** One entry for each payer and day. */
export function sumDays(taken: readonly TakenIn[]): TakenIn[] {
  const sums = new Map<string, TakenIn>();
  for (const one of taken) {
    const key = `${one.day} ${one.share}`;
    sums.set(key, { ...one, samples: one.samples + (sums.get(key)?.samples ?? 0) });
  }
  return [...sums.values()];
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOfDate = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

interface DayRow extends Payer {
  day: string;
  samples: number;
  told: number;
}

const toTakenIn = (row: DayRow): TakenInSoFar => ({ ...row, day: dayOfDate(row.day) });

/** What was written down of the samples of a day. */
export async function readDay(db: Db, day: number): Promise<TakenInSoFar[]> {
  const rows = await db
    .selectFrom('sampleDays')
    .select(['share', 'organisationId', 'day', 'samples', 'told'])
    .where('day', '=', dateOf(day))
    .where('share', 'not like', `${ARCHIVE}%`)
    .execute();
  return rows.map(toTakenIn);
}

/** Adds to the days; answers what they are now. Organisations that are gone are left out. */
export async function addToDays(
  trx: Transaction<Tables>,
  taken: readonly TakenIn[],
): Promise<TakenInSoFar[]> {
  // Servers that write at the same time lock the rows in one order.
  const rows = taken.toSorted((a, b) => (a.share < b.share ? -1 : a.share > b.share ? 1 : a.day - b.day));
  const column = <K extends keyof TakenIn>(name: K) => rows.map((row) => row[name]);
  const { rows: sums } = await sql<DayRow>`
    INSERT INTO sample_days (share, day, organisation_id, samples)
    SELECT share, day, organisation_id, samples FROM unnest(${column('share')}::text[],
      ${rows.map(({ day }) => dateOf(day))}::date[], ${column('organisationId')}::bigint[], ${column('samples')}::bigint[])
      AS taken (share, day, organisation_id, samples)
    WHERE organisation_id IS NULL OR EXISTS (SELECT 1 FROM organisations WHERE organisations.id = organisation_id)
    ON CONFLICT (share, day) DO UPDATE SET samples = sample_days.samples + excluded.samples
    RETURNING share, day, organisation_id, samples, told`.execute(trx);
  return sums.map(toTakenIn);
}

/** Notes that administrators are told of a share of the quota. False: another server did it. */
export async function noteTold(
  trx: Transaction<Tables>,
  { share, day }: Pick<TakenIn, 'share' | 'day'>,
  percent: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('sampleDays')
    .set({ told: percent })
    .where('share', '=', share)
    .where('day', '=', dateOf(day))
    .where('told', '<', percent)
    .returning('told')
    .executeTakeFirst();
  return row !== undefined;
}

export interface OrganisationRoom {
  id: number;
  name: string;
  /** Null: what the settings say. */
  perDay: number | null;
  storedLimit: number | null;
  /** Null: not counted yet. */
  stored: number | null;
}

/** What organisations may store by their own limits, and what they store. */
export async function readRooms(db: Db, ids: readonly number[]): Promise<OrganisationRoom[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('organisations')
    .leftJoin('storedSamples', 'storedSamples.organisationId', 'organisations.id')
    .select(['organisations.id', 'organisations.name', 'organisations.samplesPerDay as perDay'])
    .select(['organisations.samplesStored as storedLimit', 'storedSamples.samples as stored'])
    .where('organisations.id', '=', sql<number>`ANY(${ids})`)
    .execute();
}

/** Those of some organisations whose stations all have the same owner, or none. */
export async function readOfOneOwner(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT one.id::float8 AS id FROM unnest(${ids}::bigint[]) AS one (id)
     WHERE (SELECT count(DISTINCT coalesce(owner_id, 0)) FROM stations WHERE organisation_id = one.id) < 2`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
