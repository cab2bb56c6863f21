import { LIMITS, type LookedUp, type RouteOutput, type routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { auditDenied } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { networkLimits, peopleLimits } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { takeTry } from '../../platform/tries.ts';
import { maskFor } from '../accounts/index.ts';
import { deviceScope } from '../scope/index.ts';
import { tellSome } from './serial-guesses.ts';

const HOUR_MS = 3_600_000;
const OFTEN = [
  { withinMs: HOUR_MS, most: LIMITS.lookUpsHourly },
  { withinMs: 24 * HOUR_MS, most: LIMITS.lookUpsDaily },
];
const LISTS = [
  { withinMs: HOUR_MS, most: LIMITS.lookUpListsHourly },
  { withinMs: 24 * HOUR_MS, most: LIMITS.lookUpListsDaily },
];
const WHAT = 'serial numbers looked up';
/** Numbers of others that lists tell of: as many as are looked up one by one, because a list of a thousand tries a thousand in one call. */
const OTHERS = {
  what: 'serial numbers of others looked up',
  anHour: LIMITS.lookUpsHourly,
  aDay: LIMITS.lookUpsDaily,
};

/** A device is online while it is heard. */
const ONLINE: ReadonlySet<string> = new Set(['normal', 'standby', 'online', 'abnormal', 'backFilling']);

/** What anybody may know of a serial number. Throws AppError: serialNotFound, tooManyRequests. */
export async function lookUpSerial(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { address }: Pick<RequestContext, 'address'>,
  sn: string,
): Promise<LookedUp> {
  const limits = networkLimits(WHAT, address, OFTEN);
  await db.transaction().execute((trx) => takeTry(trx, limits, clock.now()));
  const [found] = await read(db, [sn]);
  if (!found) throw new AppError('serialNotFound', { sn });
  return told(found);
}

/**
 * The same of many, each once, with what of them the actor sees. Numbers of others count, and beyond their limit lists with any number that the actor
 * does not see are refused as a whole: otherwise the refusal would tell. Throws AppError `tooManyRequests`.
 */
export async function lookUpSerials(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  sns: readonly string[],
): Promise<RouteOutput<(typeof routes)['lookUpSerials']>> {
  const { db, clock } = platform;
  const limits = peopleLimits(`lists of ${WHAT}`, context, LISTS);
  await db.transaction().execute((trx) => takeTry(trx, limits, clock.now()));
  const unique = [...new Set(sns)];
  const rows = await read(db, unique);
  const seen = await seenOf(
    db,
    context.actor,
    rows.map(({ id }) => id),
  );
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  const hidden = unique.filter((sn) => !seen.has(bySn.get(sn)?.id ?? 0));
  await requireTold(platform, context, { hidden, others: hidden.filter((sn) => bySn.has(sn)) });
  return unique.map((sn) => {
    const row = bySn.get(sn);
    if (!row) return { sn, found: null, device: null };
    const { sn: _, ...found } = told(row);
    return { sn, found, device: seen.get(row.id) ?? null };
  });
}

/** Counts the numbers of others among those that the caller does not see. What is refused counts as well, up to the limit, and stands in the log. */
async function requireTold(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { hidden, others }: { hidden: readonly string[]; others: readonly string[] },
): Promise<void> {
  if (hidden.length === 0) return;
  const asked = { guess: OTHERS, sns: others, now: clock.now() };
  const { told, full } = await db.transaction().execute((trx) => tellSome(trx, context, asked));
  if (!full || hidden.every((sn) => told.has(sn))) return;
  const entry = { objectType: 'tooManyRequests' as const, objectId: hidden[0]!.slice(0, 64) };
  await auditDenied(db, context, { action: 'denied.lookUpSerials', ...entry });
  throw new AppError('tooManyRequests');
}

interface Known {
  id: number;
  sn: string;
  model: string | null;
  warrantyEnd: string | null;
  status: string;
}

async function read(db: Db, sns: readonly string[]): Promise<Known[]> {
  return db
    .selectFrom('devices')
    .innerJoin('deviceStates as state', 'state.deviceId', 'devices.id')
    .select(['devices.id', 'devices.sn', 'devices.model', 'devices.warrantyEnd', 'state.status'])
    .where('devices.sn', '=', sql<string>`ANY(${[...sns]}::text[])`)
    .execute();
}

const told = ({ sn, model, warrantyEnd, status }: Known): LookedUp => ({
  sn,
  model,
  warrantyEnd,
  online: ONLINE.has(status),
});

/** Visitors, who see serial numbers masked, see none of these. */
async function seenOf(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0 || maskFor(actor).active)
    return new Map<number, { id: number; station: { id: number; name: string } | null }>();
  const rows = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .select(['devices.id', 'home.id as stationId', 'home.name'])
    .where('devices.id', 'in', ids)
    .where(deviceScope(actor))
    .execute();
  return new Map(
    rows.map(({ id, stationId, name }) => [
      id,
      { id, station: stationId === null || name === null ? null : { id: stationId, name } },
    ]),
  );
}
