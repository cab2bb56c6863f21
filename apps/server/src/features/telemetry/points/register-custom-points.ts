import type { Transaction } from 'kysely';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { roomOfOwner } from '../../../platform/postgres/one-of-owners.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import {
  countPoints,
  findPoints,
  givePoints,
  holdShares,
  insertPoints,
  ownPoints,
  readBringers,
  type WantedPoint,
} from './custom-points.queries.ts';
import { sharesOf, type PointShare } from './point-shares.ts';

type Shares = readonly [PointShare, ...PointShare[]];

/** What one transaction knows. */
interface Run {
  trx: Transaction<Tables>;
  now: number;
  /** Custom points by device. */
  counts: Map<number, number>;
  results: (number | AppError)[];
}

/** The points that devices of one owner bring, with their places in the list of all. */
interface Group {
  shares: Shares;
  wanted: (WantedPoint & { index: number })[];
}

/**
 * Gives devices custom points in one transaction: the one that a device has by a key, whoever owned the device then, else the one of its
 * organisation or network, which is made where it is missing. Who counts in the same share goes one after the other, on whichever server, so that
 * two messages cannot both take the last place. Answers in the order of `wanted` an id or an AppError: deviceNotFound,
 * tooManyPoints where the device has its share already, tooManyPointsOfOrganisation or tooManyPointsUnbound where who brings it has.
 */
export function registerCustomPoints(
  db: Db,
  wanted: readonly WantedPoint[],
  now: number,
): Promise<(number | AppError)[]> {
  return db.transaction().execute(async (trx) => {
    const deviceIds = [...new Set(wanted.map(({ deviceId }) => deviceId))];
    const bringers = await readBringers(trx, deviceIds);
    const shares = new Map([...bringers].map(([id, bringer]) => [id, sharesOf(bringer)] as const));
    await holdShares(trx, [...shares.values()].flat());
    const { counts, ids } = await ownPoints(trx, wanted);
    const run: Run = { trx, now, counts, results: [] };
    const groups = new Map<string, Group>();
    for (const [index, one] of wanted.entries()) {
      const own = ids.get(`${one.deviceId} ${one.key}`);
      const sharesHere = shares.get(one.deviceId);
      if (own !== undefined) run.results[index] = own;
      else if (!sharesHere) run.results[index] = new AppError('deviceNotFound');
      else take(groups, sharesHere).wanted.push({ ...one, index });
    }
    for (const group of groups.values()) await registerGroup(run, group);
    return run.results;
  });
}

function take(groups: Map<string, Group>, shares: Shares): Group {
  const [{ organisationId, broughtBy }] = shares;
  const name = `${organisationId ?? broughtBy} ${shares.at(-1)!.ownerId}`;
  const group = groups.get(name) ?? { shares, wanted: [] };
  groups.set(name, group);
  return group;
}

async function registerGroup(run: Run, { shares, wanted }: Group): Promise<void> {
  const { trx, now, counts, results } = run;
  const [owner] = shares;
  const points = await findPoints(trx, owner, [...new Set(wanted.map(({ key }) => key))]);
  const rooms = wanted.every(({ key }) => points.has(key)) ? [] : await roomsOf(run, shares);
  const taken = wanted.filter(({ deviceId, key, index }) => {
    const count = counts.get(deviceId) ?? 0;
    const limit = owner.ofDevice;
    const full = points.has(key) ? undefined : rooms.find(({ left }) => left <= 0);
    if (count >= limit) results[index] = new AppError('tooManyPoints', { key, limit });
    else if (full) results[index] = new AppError(full.share.error, { key, limit: full.share.inUse });
    if (count >= limit || full) return false;
    if (!points.has(key)) {
      points.set(key, undefined);
      for (const room of rooms) room.left -= 1;
    }
    counts.set(deviceId, count + 1);
    return true;
  });
  const missing = [...points].flatMap(([key, id]) => (id === undefined ? [key] : []));
  for (const { id, key } of await insertPoints(trx, { owner, keys: missing, now })) points.set(key, id);
  for (const { key, index } of taken) results[index] = points.get(key)!;
  await givePoints(
    trx,
    taken.map(({ deviceId, key }) => ({ deviceId, pointId: points.get(key)! })),
  );
  await announceChange(trx, { pointsOf: new Set(taken.map(({ deviceId }) => deviceId)) });
}

/** How many points more each share takes: that of one of several owners by what is left of the first one, which is of all of them. */
async function roomsOf({ trx, now }: Run, shares: Shares): Promise<{ share: PointShare; left: number }[]> {
  const counted = await Promise.all(shares.map((share) => countPoints(trx, share, now)));
  const [ofAll] = counted;
  return shares.map((share, at) => {
    const { inUse, perDay, ownerId } = share;
    const { used, today } = counted[at]!;
    if (ownerId === undefined) return { share, left: Math.min(inUse - used, perDay - today) };
    const inAll = roomOfOwner({ most: inUse, used: ofAll!.used, own: used });
    const ofDay = roomOfOwner({ most: perDay, used: ofAll!.today, own: today });
    return { share, left: Math.min(inAll, ofDay) };
  });
}
