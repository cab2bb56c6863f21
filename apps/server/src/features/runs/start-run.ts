import type { RunKind } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { customerOf } from '../organisations/index.ts';
import { requireRoomForRun, requireRoomInHour } from './require-room.ts';

/** What shall be done to devices. */
export interface NewRun {
  /** By whose right: what that one may do is judged again at each device, right before it is asked. */
  actor: RequestContext['actor'];
  /** Address of the caller, for the log; null: a job. */
  address: string | null;
  kind: RunKind;
  /** What people call it. */
  name: string;
  /** What is done, as the script of its kind reads it; it is kept as it is now. */
  definition: object;
  /** In the order in which they are asked. Only those on which the actor may do it: the caller looks. */
  deviceIds: readonly number[];
  /** Devices at a time, on all servers together. */
  concurrency: number;
  /** What has not begun by then does not begin, epoch milliseconds; null: it waits for as long as it takes. */
  expiresAt: number | null;
  reason?: string;
  /** Batches that the devices were chosen by. */
  batchIds?: readonly number[];
  /** Nothing is written. */
  dryRun?: boolean;
}

/** Starts a run in the caller's transaction; servers begin with it at the commit. Answers its id. Throws AppError `tooManyRuns`, `runsOfHour`. */
export async function startRun(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  { actor, address, deviceIds, batchIds = [], ...run }: NewRun,
): Promise<number> {
  const side = actor.organisationId ?? -(actor.userId ?? 0);
  const now = clock.now();
  const customerId = await customerOf(trx, actor, actor.organisationId);
  const beginning = { side, customerId, devices: deviceIds.length };
  await requireRoomForRun(trx, beginning);
  await requireRoomInHour(trx, { ...beginning, now });
  const { id } = await trx
    .insertInto('runs')
    .values({
      kind: run.kind,
      name: run.name,
      organisationId: actor.organisationId,
      userId: actor.userId,
      reason: run.reason ?? '',
      definition: JSON.stringify(run.definition),
      dryRun: run.dryRun ?? false,
      concurrency: run.concurrency,
      devices: deviceIds.length,
      createdAt: new Date(now),
      expiresAt: run.expiresAt === null ? null : new Date(run.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO run_devices (run_id, device_id, position, station_id)
    SELECT ${id}, device_id, min(position), devices.station_id
      FROM unnest(${[...deviceIds]}::bigint[]) WITH ORDINALITY AS named (device_id, position) JOIN devices ON devices.id = device_id
     GROUP BY device_id, devices.station_id`.execute(trx);
  await sql`INSERT INTO run_batches (run_id, batch_id) SELECT DISTINCT ${id}::bigint, unnest(${[...batchIds]}::bigint[])`.execute(
    trx,
  );
  await writeAudit(
    trx,
    { actor, address },
    {
      action: 'runs.start',
      objectType: 'run',
      objectId: id,
      after: { kind: run.kind, name: run.name, devices: deviceIds.length, reason: run.reason ?? '' },
    },
  );
  await askForJob(trx, 'runs.work');
  return id;
}
