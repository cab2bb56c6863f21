import { FALLBACK_LANGUAGE, type ImportMapping, type Language } from '@sunfleet/contract';
import type { Updateable } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { ImportsTable } from '../../../platform/postgres/tables/imports.ts';
import { languageOf } from '../../../platform/text.ts';
import type { Check } from './check-rows.ts';

/** How far a file is checked. */
export interface Checked {
  found: Check;
  /** Milliseconds that it took. */
  ms: number;
}

/** An import as it is stored; its mapping may be of a time that took more than is taken today. */
export interface StoredImport {
  id: number;
  fileId: string;
  userId: number | null;
  state: ImportsTable['state'];
  onError: 'refuse' | 'skipRows';
  /** Who began it could add devices to the station. */
  addsDevices: boolean;
  /** Whether it goes on among those that take long. */
  isLong: boolean;
  mapping: unknown;
  language: Language;
  rowsDone: number;
  /** What was found of the file in an earlier turn; null: nothing yet, or all of it. */
  checked: Checked | null;
  /** Rows whose values are listed, so that they can be taken back. */
  rowsListed: number;
  samples: number;
  message: string | null;
  station: { id: number; organisationId: number };
}

/** An import as the steps of the work take it. */
export interface ImportRecord extends StoredImport {
  mapping: ImportMapping;
}

export async function readImport(db: Db, id: number): Promise<StoredImport | undefined> {
  const row = await db
    .selectFrom('imports')
    .innerJoin('stations', 'stations.id', 'imports.stationId')
    .selectAll('imports')
    .select('stations.organisationId')
    .where('imports.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fileId, userId, state, onError, addsDevices, isLong, rowsDone, rowsListed, samples, message } = row;
  return {
    id,
    fileId,
    userId,
    state,
    onError,
    addsDevices,
    isLong,
    rowsDone,
    checked: row.checked as Checked | null,
    rowsListed,
    samples,
    message,
    mapping: row.mapping,
    language: languageOf(row.language, FALLBACK_LANGUAGE),
    station: { id: row.stationId, organisationId: row.organisationId },
  };
}

/** Changes an import that is in a state; false when it is not (any more), so that two who change it do not undo each other. */
export async function updateImport(
  db: Db,
  where: { id: number; state: ImportsTable['state'] },
  values: Updateable<ImportsTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('imports')
    .set(values)
    .where('id', '=', where.id)
    .where('state', '=', where.state)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
