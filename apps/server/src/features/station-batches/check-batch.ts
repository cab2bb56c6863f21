import { type CheckedBatch, LIMITS, type StationBatch } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { cellText } from '../../platform/tables/read/cell-text.ts';
import type { TableDesk } from '../../platform/tables/table-desk.ts';
import { unknownZones } from '../stations/index.ts';
import type { TownAtlas } from '../towns/index.ts';
import { toBatch, VIEWED } from './batch-view.ts';
import { estimateElevations } from './estimate-elevations.ts';
import { loadWords } from './headings.ts';
import { type BatchStation, readStations } from './read-stations.ts';

const SAMPLE_ROWS = 5;
/** Batches of one person that are kept. */
const MOST_KEPT = 20;
const READY_MS = 24 * 3_600_000;

/**
 * Takes a table of new stations and says what is wrong in it, cell by cell; one in which nothing is wrong is kept, so that it can be started.
 * Throws AppError: invalidInput (no file), payloadTooLarge, unsupportedFileType, stationTableUnreadable, stationTableEmpty, stationTableTooLong, stationTableTooWide.
 */
export async function checkBatch(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  { desk, towns }: { desk: TableDesk; towns: Pick<TownAtlas, 'elevations'> },
  { context, request, reply }: { context: RequestContext; request: FastifyRequest; reply: FastifyReply },
): Promise<CheckedBatch> {
  const { language } = context;
  const { table, fileName } = await desk.receive({ actor: context.actor, request, reply });
  const { words, headings } = await loadWords(language);
  const read = await readStations(table, { words, headings, language, text: platform.text });
  if (read.rows === 0) throw new AppError('stationTableEmpty');
  const limit = LIMITS.stationsPerBatch;
  if (read.rows > limit) throw new AppError('stationTableTooLong', { limit });
  const zones = read.stations.flatMap((station) => station.timeZone ?? []);
  const wrong = await unknownZones(platform.db, zones);
  const message = platform.text(language, 'rules.timeZoneInvalid');
  read.tell('timeZone', message, ({ timeZone }) => wrong.has(timeZone ?? ''));
  const right = read.errorCount() === 0;
  const { stations, estimated } = right
    ? await estimateElevations(towns, read.stations)
    : { stations: [], estimated: 0 };
  return {
    batch: right ? await keepBatch(platform, context, { fileName, stations }) : null,
    fileName,
    rows: read.rows,
    estimatedElevations: estimated,
    errors: read.errors,
    errorCount: read.errorCount(),
    headings: (table.rows[0] ?? []).map(cellText),
    sample: table.rows
      .slice(1, SAMPLE_ROWS + 1)
      .map((row) => row.map((cell) => cellText(cell).slice(0, 200))),
  };
}

async function keepBatch(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { actor, language }: RequestContext,
  { fileName, stations }: { fileName: string; stations: readonly BatchStation[] },
): Promise<StationBatch> {
  const userId = actor.userId!;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('stationBatches')
      .where('state', '=', 'ready')
      .where((eb) => eb.or([eb('userId', '=', userId), eb('createdAt', '<', new Date(now - READY_MS))]))
      .execute();
    const kept = trx
      .selectFrom('stationBatches')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .offset(MOST_KEPT - 1);
    await trx.deleteFrom('stationBatches').where('id', 'in', kept).where('state', '!=', 'creating').execute();
    const row = await trx
      .insertInto('stationBatches')
      .values({
        userId,
        organisationId: actor.organisationId,
        fileName,
        language,
        state: 'ready',
        stations: JSON.stringify(stations),
        total: stations.length,
        createdAt: new Date(now),
      })
      .returning(VIEWED)
      .executeTakeFirstOrThrow();
    return toBatch(row);
  });
}
