import { LIMITS, type routes, type RouteRequest } from '@sunfleet/contract';
import { recordablePoint, unitConversion, type PointDef } from '@sunfleet/device-model';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../../../platform/actor.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import { announceChange } from '../../../../platform/changes/announce-change.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';
import { holdSubjects } from '../../../../platform/tries.ts';
import { requireDevice } from '../../../devices/index.ts';
import type { Latest } from '../../latest/latest-store.ts';
import { pointOrganisation } from '../point-organisation.ts';
import {
  countCurrent,
  endCurrent,
  insertRecording,
  lastEnded,
  usersOf,
  type Wanted,
} from './recording-rows.ts';
import { reportsItself } from './reports-itself.ts';

type Body = RouteRequest<(typeof routes)['recordCustomPoint']>['body'];
type Parts = Pick<Platform, 'db' | 'clock'> & { latest: Pick<Latest, 'latestOf'> };

/**
 * Says as which point of the catalogue a custom key of one device, or of all devices of an organisation, is recorded from now on; or that it
 * is recorded as reported again. What is stored already stays as it is. Throws AppError: noDataPermission, deviceNotFound, unknownPoint where no
 * such device uses the key or the catalogue has no such point, invalidInput for a unit that cannot become the one of the point,
 * pointReportedItself where a device reports that point as well, tooManyRecordings.
 */
export async function recordCustomPoint(
  { db, clock, latest }: Parts,
  context: RequestContext,
  body: Body,
): Promise<null> {
  const target = body.point === null ? undefined : targetOf(body.point, body.unit);
  return db.transaction().execute(async (trx) => {
    const organisationId = await organisationOf(trx, context, body);
    const wanted = { organisationId, deviceId: body.deviceId, key: body.key };
    const now = new Date(clock.now());
    await holdSubjects(trx, [`recordings of organisation #${organisationId}`]);
    if (target) await requireFree({ trx, latest }, wanted, target);
    const before = await endCurrent(trx, wanted, now);
    if (target) {
      await requireRoom(trx, organisationId);
      const { unit } = body;
      await insertRecording(trx, {
        ...wanted,
        point: target.key,
        unit,
        madeBy: context.actor.userId,
        madeAt: now,
      });
    } else if (!before) return null;
    await announceChange(trx, { recordingsOf: organisationId });
    const { deviceId, key } = wanted;
    await writeAudit(trx, context, {
      action: target ? 'customPoints.record' : 'customPoints.recordAsReported',
      ...(deviceId === null
        ? { objectType: 'organisation', objectId: organisationId }
        : { objectType: 'device', objectId: deviceId }),
      organisationId,
      ...(before ? { before: { key, ...before } } : {}),
      after: target ? { key, point: target.key, unit: body.unit } : { key },
    });
    return null;
  });
}

function targetOf(key: string, unit: string): PointDef {
  const target = recordablePoint(key);
  if (!target) throw new AppError('unknownPoint', { key });
  if (!unitConversion(unit, target.unit)) throw new AppError('invalidInput', { fields: 'body.unit' });
  return target;
}

/** The organisation that is meant: of the device where one is named. Its devices must be those of the caller. */
async function organisationOf(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { deviceId, organisationId: named }: Body,
): Promise<number> {
  if (deviceId === null) return required(await pointOrganisation(trx, actor, named));
  await requireDevice(trx, actor, deviceId, 'devices.create');
  const { organisationId } = await trx
    .selectFrom('devices')
    .select('organisationId')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  if (organisationId === null || (named !== undefined && named !== organisationId))
    throw new AppError('noDataPermission');
  return required(await pointOrganisation(trx, actor, organisationId));
}

function required(organisationId: number | undefined): number {
  if (organisationId === undefined) throw new AppError('noDataPermission');
  return organisationId;
}

/** Two series in one would be neither of them. */
async function requireFree(
  { trx, latest }: { trx: Transaction<Tables>; latest: Parts['latest'] },
  wanted: Wanted,
  target: PointDef,
): Promise<void> {
  const users = await usersOf(trx, wanted, target.key);
  if (users.length === 0) throw new AppError('unknownPoint', { key: wanted.key });
  const values = await latest.latestOf(users.map(({ deviceId }) => deviceId));
  const ended = await lastEnded(trx, wanted, target.key);
  const both = users.find(({ deviceId, pointId, recorded }) => {
    const newest = values.get(deviceId);
    return newest && !recorded && reportsItself(newest, { target: target.id, custom: pointId, ended });
  });
  if (both) throw new AppError('pointReportedItself', { key: target.key, device: both.name });
}

async function requireRoom(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  const limit = LIMITS.recordingsPerOrganisation;
  if ((await countCurrent(trx, organisationId)) >= limit) throw new AppError('tooManyRecordings', { limit });
}
