import { FALLBACK_LANGUAGE } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { systemActor } from '../../../platform/actor.ts';
import { auditDenied } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ImportsTable } from '../../../platform/postgres/tables/imports.ts';
import { languageOf } from '../../../platform/text.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { requireStation } from '../../stations/index.ts';
import { updateImport } from '../running/import-record.ts';
import { requireInScope, type OwnDevice } from './own-devices.ts';

type Stores = Pick<Platform, 'db' | 'clock' | 'text'>;
type Row = Pick<
  Selectable<ImportsTable>,
  | 'id'
  | 'stationId'
  | 'organisationId'
  | 'undoneBy'
  | 'undoneUntil'
  | 'stateBeforeUndo'
  | 'message'
  | 'language'
>;

interface Beginning {
  row: Row;
  firstTime: Date;
  devices: readonly OwnDevice[];
}

/**
 * Whether an import is taken back: asked once more right before the first deletion, because the job may have waited while whoever asked for it lost
 * the right. Then nothing is deleted, the import is what it was, and its page and the log say so. What has begun goes on to its end whatever becomes
 * of that person, because values that are half gone are nobody's measurements.
 */
export async function beginUndo(platform: Stores, { row, firstTime, devices }: Beginning): Promise<boolean> {
  if (row.undoneUntil) return true;
  const { db, clock } = platform;
  const actor = await findUserActor(db, { userId: row.undoneBy, at: clock.now(), orLeaving: true });
  try {
    if (!actor) throw new AppError('noDataPermission');
    await requireStation(db, actor, row.stationId, 'imports.run');
    await requireInScope(db, actor, devices);
  } catch (error) {
    if (!(error instanceof AppError) || error.key === 'storeUnavailable') throw error;
    await refuse(platform, row, error);
    return false;
  }
  const undoneUntil = new Date(firstTime.getTime() - 1);
  return updateImport(db, { id: row.id, state: 'undoing' }, { undoneUntil });
}

/** Makes the import what it was, and says why it was not taken back. */
async function refuse({ db, text }: Stores, row: Row, error: AppError): Promise<void> {
  const { id, stationId, organisationId, undoneBy: userId } = row;
  const language = languageOf(row.language, FALLBACK_LANGUAGE);
  const refusal = text(language, 'import-problems.undoRefused');
  const before = {
    state: row.stateBeforeUndo ?? 'done',
    message: row.message === null ? refusal : `${row.message} ${refusal}`,
    undoBeganAt: null,
    undoneBy: null,
  };
  await db.transaction().execute(async (trx) => {
    if (!(await updateImport(trx, { id, state: 'undoing' }, before))) return;
    const actor = { ...systemActor, kind: userId === null ? 'system' : 'user', userId } as const;
    const entry = { action: 'denied.undoImport', objectType: error.key, objectId: String(id) } as const;
    await auditDenied(trx, { actor, address: null }, { ...entry, stationId, organisationId });
  });
}
