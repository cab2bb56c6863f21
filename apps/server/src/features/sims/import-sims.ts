import { type ImportedSims, LIMITS } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TableDesk } from '../../platform/tables/table-desk.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { requireOrganisation } from '../organisations/index.ts';
import { findHolders } from './find-holders.ts';
import { loadSimWords, type SimColumn } from './import-fields.ts';
import { readSimTable, type ReadSims } from './read-sims.ts';

interface Asked {
  organisationId: number;
  /** Nothing is changed. */
  check: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Adds and changes cards from a table, all of them or none. A column that is not there leaves what is kept. Throws AppError: organisationNotFound,
 * invalidInput (no file), payloadTooLarge, unsupportedFileType, stationTableUnreadable, stationTableTooWide, simTableEmpty, simTableTooLong.
 */
export async function importSims(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  desk: TableDesk,
  context: RequestContext,
  { organisationId, check, request, reply }: Asked,
): Promise<ImportedSims> {
  const { db } = platform;
  const { actor, language } = context;
  await requireOrganisation(db, actor, organisationId);
  const { table, fileName } = await desk.receive({ actor, request, reply });
  const words = await loadSimWords(language);
  const read = await readSimTable(table, { words, language, text: platform.text });
  if (read.rows === 0) throw new AppError('simTableEmpty');
  const limit = LIMITS.simsPerTable;
  if (read.rows > limit) throw new AppError('simTableTooLong', { limit });
  return db.transaction().execute(async (trx) => {
    // Whoever imports at the same moment waits, so that what was checked is still so when it is written.
    await holdSubjects(trx, ['import of SIM cards']);
    const known = await knownCards(trx, read);
    const holders = await judge(trx, platform, { context, organisationId, read, known });
    const errorCount = read.errorCount();
    const right = errorCount === 0;
    if (right && !check) {
      await write(trx, { organisationId, read, holders, at: platform.clock.now() });
      await writeAudit(trx, context, {
        action: 'sims.import',
        objectType: 'organisation',
        objectId: organisationId,
        organisationId,
        after: { fileName, added: read.records.length - known.size, changed: known.size },
      });
      await addJob(trx, 'sims.alert', {});
    }
    return {
      fileName,
      rows: read.rows,
      added: right ? read.records.length - known.size : 0,
      changed: right ? known.size : 0,
      errors: read.errors,
      errorCount,
    };
  });
}

interface KnownCard {
  organisationId: number;
  deviceId: number | null;
}

async function knownCards(trx: Db, { records }: ReadSims): Promise<Map<string, KnownCard>> {
  const iccids = records.map(({ record }) => record.iccid);
  const rows =
    iccids.length === 0
      ? []
      : await trx
          .selectFrom('simCards')
          .select(['iccid', 'organisationId', 'deviceId'])
          .where('iccid', 'in', iccids)
          .forUpdate()
          .execute();
  return new Map(rows.map(({ iccid, ...card }) => [iccid, card]));
}

interface Judged {
  context: RequestContext;
  organisationId: number;
  read: ReadSims;
  known: ReadonlyMap<string, KnownCard>;
}

/** Tells cards of somebody else, and devices that are not found or are named twice; answers the devices by serial number. */
async function judge(
  trx: Db,
  { text }: Pick<Platform, 'text'>,
  { context: { actor, language }, organisationId, read, known }: Judged,
): Promise<ReadonlyMap<string, number>> {
  const say = (key: string, values: Record<string, string | number> = {}) =>
    text(language, `import-problems.sim.${key}`, values);
  const sns = [...new Set(read.records.flatMap(({ record }) => record.collectorSn ?? []))];
  const holders = await findHolders(trx, actor, { sns, permission: 'sims.manage' });
  const bySn = new Map(holders.map((holder) => [holder.sn, holder]));
  const inTable = new Set(read.records.map(({ record }) => record.iccid));
  const taken = new Set<string>();
  for (const { row, record: sim } of read.records) {
    const card = known.get(sim.iccid);
    if (card && card.organisationId !== organisationId) read.tell(row, 'iccid', say('elsewhere'));
    const sn = sim.collectorSn;
    if (!sn) continue;
    const holder = bySn.get(sn);
    if (!holder) read.tell(row, 'collectorSn', say('noDevice', { sn }));
    else if (taken.has(sn)) read.tell(row, 'collectorSn', say('deviceTwice', { sn }));
    // A card that the same table takes out of the device is no obstacle.
    else if (holder.iccid !== null && holder.iccid !== sim.iccid && !inTable.has(holder.iccid))
      read.tell(row, 'collectorSn', say('deviceTaken', { sn, iccid: holder.iccid }));
    taken.add(sn);
  }
  return new Map(holders.map(({ id, sn }) => [sn, id]));
}

const COLUMN_OF: Partial<Record<SimColumn, string>> = {
  usedMb: 'used_mb',
  volumeMb: 'volume_mb',
  cycleEnd: 'cycle_end',
  expiresOn: 'expires_on',
  autoRenew: 'auto_renew',
  collectorSn: 'device_id',
};

interface Written {
  organisationId: number;
  read: ReadSims;
  holders: ReadonlyMap<string, number>;
  at: number;
}

/** One statement for all cards: new ones are added, of the others the columns of the table change. */
async function write(
  trx: Transaction<Tables>,
  { organisationId, read, holders, at }: Written,
): Promise<void> {
  const rows = read.records.map(({ record }) => {
    const { collectorSn, status = 'ready', autoRenew = false, ...rest } = record;
    return { ...rest, status, autoRenew, deviceId: collectorSn ? holders.get(collectorSn)! : null };
  });
  const columns = read.columns.map(({ field }) => field);
  const changed = columns.filter((name) => name !== 'iccid').map((name) => sql.ref(COLUMN_OF[name] ?? name));
  if (columns.includes('collectorSn'))
    // Devices are free before others take them: their index does not wait for the end of a statement.
    await trx
      .updateTable('simCards')
      .set({ deviceId: null })
      .where(
        'iccid',
        'in',
        rows.map(({ iccid }) => iccid),
      )
      .execute();
  const usedAt = columns.includes('usedMb') ? sql`${new Date(at)}::timestamptz` : sql`NULL::timestamptz`;
  await sql`
    INSERT INTO sim_cards (organisation_id, iccid, msisdn, operator, plan, status, used_mb, volume_mb, cycle_end, expires_on, auto_renew,
                           imei, remark, device_id, used_at)
    SELECT ${organisationId}::bigint, iccid, msisdn, operator, plan, status, "usedMb", "volumeMb", "cycleEnd", "expiresOn", "autoRenew",
           imei, remark, "deviceId", CASE WHEN "usedMb" IS NOT NULL THEN ${usedAt} END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (iccid text, msisdn text, operator text, plan text, status text,
           "usedMb" float8, "volumeMb" float8, "cycleEnd" date, "expiresOn" date, "autoRenew" boolean, imei text, remark text, "deviceId" bigint)
    ON CONFLICT (iccid) DO UPDATE SET revision = sim_cards.revision + 1
      ${changed.length === 0 ? sql`` : sql`, ${sql.join(changed.map((column) => sql`${column} = excluded.${column}`))}`}
      ${columns.includes('usedMb') ? sql`, used_at = excluded.used_at` : sql``}
      ${columns.includes('expiresOn') ? sql`, renewal_asked_at = CASE WHEN excluded.expires_on IS NOT DISTINCT FROM sim_cards.expires_on THEN sim_cards.renewal_asked_at END` : sql``}`.execute(
    trx,
  );
}
