import {
  LIMITS,
  PARAMETERS_ATTRIBUTE,
  type CheckedDevice,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { inBatches, requireBatches } from '../device-batches/index.ts';
import { readDeviceScope } from '../scope/index.ts';
import type { ScopedActor } from './device-filter.ts';
import { devicesUnder } from './devices-under.ts';
import { lookUpSerials } from './look-up.ts';

type Asked = RouteRequest<(typeof routes)['checkDeviceBatch']>['body'];
type Seen = NonNullable<CheckedDevice['device']> & { sn: string; there: boolean };

const devices = expressionBuilder<Tables, 'devices'>();

/**
 * What would become of serial numbers and of devices under a filter in a batch. Throws AppError: deviceBatchNotFound, tooManyRequests for numbers of
 * others, devicesTooMany.
 */
export async function checkBatch(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { batchId, sns, filters }: Asked,
): Promise<CheckedDevice[]> {
  const { db } = platform;
  const { actor } = context;
  if (batchId !== undefined) await requireBatches(db, actor, [batchId]);
  const scoped = { actor, scope: await readDeviceScope(db, actor) };
  const typed = sns.map((sn) => sn.trim()).filter((sn) => sn !== '');
  const most = LIMITS.devicesPerBatch;
  const ids = filters ? await devicesUnder(db, scoped, { filters, most }) : [];
  if (ids.length > most) throw new AppError('devicesTooMany', { most });
  const rows = await readSeen(db, scoped, { sns: typed, ids, batchId });
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  const hidden = [...new Set(typed)].filter((sn) => !bySn.has(sn));
  const foreign = new Set(
    hidden.length === 0
      ? []
      : (await lookUpSerials(platform, context, hidden)).filter(({ found }) => found).map(({ sn }) => sn),
  );
  const told = new Set<string>();
  const listed = [...typed, ...rows.filter(({ id }) => ids.includes(id)).map(({ sn }) => sn)];
  return listed.map((sn) => {
    const row = bySn.get(sn);
    const isAgain = told.has(sn);
    told.add(sn);
    if (!row) {
      const verdict = isAgain ? 'duplicate' : foreign.has(sn) ? 'foreign' : 'unknown';
      return { sn, verdict, device: null };
    }
    const { there, sn: _, ...device } = row;
    return { sn, verdict: isAgain ? 'duplicate' : there ? 'there' : 'ready', device };
  });
}

async function readSeen(
  db: Db,
  { actor, scope }: ScopedActor,
  { sns, ids, batchId }: { sns: readonly string[]; ids: readonly number[]; batchId: number | undefined },
): Promise<Seen[]> {
  const there = batchId === undefined ? sql`false` : inBatches(actor, [batchId]);
  const { name, value } = PARAMETERS_ATTRIBUTE;
  const { rows } = await sql<Seen>`
    SELECT devices.id, devices.sn, devices.name, devices.kind, devices.model, state.status,
           (devices.profile_id IS NOT NULL OR coalesce(devices.attributes ->> ${name}::text = ${value}, false)) AS controllable,
           coalesce(least(state.signal, upper.signal) < ${LIMITS.weakSignal}, false) AS weak_signal,
           jsonb_build_object('id', home.id, 'name', home.name) AS station, ${there} AS there
      FROM devices JOIN device_states state ON state.device_id = devices.id JOIN stations home ON home.id = devices.station_id
      LEFT JOIN device_states upper ON upper.device_id = devices.parent_id
     WHERE (devices.sn = ANY(${[...sns]}::text[]) OR devices.id = ANY(${[...ids]}::bigint[])) AND ${scope(devices)}
     ORDER BY devices.sn`.execute(db);
  return rows;
}
