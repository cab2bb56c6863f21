import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudits } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { endShieldsOf, requireRoomOfFollowers, shieldCarriers } from '../alarm-shields/index.ts';
import { labelsByObject } from './label-tags.ts';

/** A station or device, where its labels stand, and whose it is. */
export interface Labelled {
  id: number;
  stationId: number | null;
  organisationId: number | null;
}

export interface LabelChange {
  kind: 'station' | 'device';
  /** Those that the caller may label, each once; it throws where one is not theirs. Asked again once they are held. */
  judge: () => Promise<readonly Labelled[]>;
  /** Now. */
  at: number;
  /** Every label that the change names. */
  named: readonly number[];
  /** What an object carries afterwards, by what it carries. */
  next: (carried: ReadonlySet<number>) => Iterable<number>;
}

interface Changed {
  object: Labelled;
  before: readonly number[];
  after: readonly number[];
}

const CARRIERS = {
  station: { table: 'stations', links: 'station_labels', key: 'station_id', action: 'stations.label' },
  device: { table: 'devices', links: 'device_labels', key: 'device_id', action: 'devices.label' },
} as const;

/**
 * Changes which labels of the caller's organisation objects carry and leaves those of other organisations alone. An actor whose
 * scope is the whole platform and who is in no organisation changes the labels of the objects' organisation. Answers how many
 * objects carry others than before; each
 * has its row in the audit log. Throws AppError: noDataPermission, labelsTooMany, labelNotFound, labelShieldsFull.
 */
export async function changeLabels(
  trx: Transaction<Tables>,
  context: RequestContext,
  change: LabelChange,
): Promise<number> {
  await holdCaller(trx, context.actor);
  const objects = await holdObjects(trx, change);
  const organisationId = organisationOf(context.actor, { objects, named: change.named });
  await requireLabels(trx, organisationId, change.named);
  const carried = await readCarried(trx, organisationId, { kind: change.kind, objects });
  const changed = objects
    .map((object) => nextOf(object, carried.get(object.id) ?? [], change))
    .filter(({ before, after }) => before.join() !== after.join());
  if (changed.some(({ after }) => after.length > LIMITS.labelsPerObject))
    throw new AppError('labelsTooMany', { most: LIMITS.labelsPerObject });
  if (changed.length === 0) return 0;
  await write(trx, context, { kind: change.kind, changed, at: change.at });
  // Whoever takes labels away has room in any case.
  if (change.named.length > 0) await requireRoomOfFollowers(trx, organisationId);
  return changed.length;
}

/** Holds the objects, so that of two changes one waits, and judges them again: a station may have gone to somebody else meanwhile. */
async function holdObjects(
  trx: Transaction<Tables>,
  { kind, judge }: Pick<LabelChange, 'kind' | 'judge'>,
): Promise<readonly Labelled[]> {
  const ids = (await judge()).map(({ id }) => id);
  await sql`SELECT id FROM ${sql.table(CARRIERS[kind].table)} WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  );
  return judge();
}

/** Whose labels they are: one organisation's. */
function organisationOf(
  actor: Actor,
  { objects, named }: { objects: readonly Labelled[]; named: readonly number[] },
): number {
  const byObject = labelsByObject(actor);
  const [first, ...others] = new Set(
    objects.map(({ organisationId }) => (byObject ? organisationId : actor.organisationId)),
  );
  if (others.length > 0 && named.length > 0) throw new AppError('labelNotFound', { id: named[0]! });
  if (first === null || first === undefined) throw new AppError('noDataPermission');
  return first;
}

async function requireLabels(
  trx: Transaction<Tables>,
  organisationId: number,
  named: readonly number[],
): Promise<void> {
  const ids = [...new Set(named)].toSorted((a, b) => a - b);
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('labels')
    .select('id')
    .where('id', 'in', ids)
    .where('organisationId', '=', organisationId)
    .orderBy('id')
    .forShare()
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('labelNotFound', { id: missing });
}

/** Labels of the organisation by the object that carries them. */
async function readCarried(
  trx: Transaction<Tables>,
  organisationId: number,
  { kind, objects }: { kind: LabelChange['kind']; objects: readonly Labelled[] },
): Promise<ReadonlyMap<number, number[]>> {
  const { links, key } = CARRIERS[kind];
  const ids = objects.map(({ id }) => id);
  const { rows } = await sql<{ id: number; labelId: number }>`
    SELECT ${sql.ref(`link.${key}`)} AS id, link.label_id
      FROM ${sql.table(links)} link JOIN labels ON labels.id = link.label_id
     WHERE ${sql.ref(`link.${key}`)} = ANY(${ids}::bigint[]) AND labels.organisation_id = ${organisationId}
     ORDER BY link.label_id`.execute(trx);
  const byObject = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byObject].map(([id, links]) => [id, links.map(({ labelId }) => labelId)]));
}

function nextOf(object: Labelled, before: readonly number[], { next }: LabelChange): Changed {
  const after = [...new Set(next(new Set(before)))].toSorted((a, b) => a - b);
  return { object, before, after };
}

async function write(
  trx: Transaction<Tables>,
  context: RequestContext,
  { kind, changed, at }: { kind: LabelChange['kind']; changed: readonly Changed[]; at: number },
): Promise<void> {
  const { links, key, action } = CARRIERS[kind];
  const gone = pairs(changed, ({ before, after }) => before.filter((id) => !after.includes(id)));
  const put = pairs(changed, ({ before, after }) => after.filter((id) => !before.includes(id)));
  // Whoever shields by one of these at this moment comes before or after.
  await sql`SELECT id FROM labels WHERE id = ANY(${[...new Set(gone.labels)]}::bigint[]) ORDER BY id FOR SHARE`.execute(
    trx,
  );
  await sql`DELETE FROM ${sql.table(links)} link
    USING unnest(${gone.objects}::bigint[], ${gone.labels}::bigint[]) AS gone (object_id, label_id)
    WHERE ${sql.ref(`link.${key}`)} = gone.object_id AND link.label_id = gone.label_id`.execute(trx);
  await sql`INSERT INTO ${sql.table(links)} (${sql.ref(key)}, label_id)
    SELECT * FROM unnest(${put.objects}::bigint[], ${put.labels}::bigint[])`.execute(trx);
  const done = { at: new Date(at), by: context.actor.userId, written: context.written };
  await endShieldsOf(trx, { kind, ...gone }, done);
  await shieldCarriers(trx, { kind, ...put }, done);
  await writeAudits(
    trx,
    context,
    changed.map(({ object, before, after }) => ({
      action,
      objectType: kind,
      objectId: object.id,
      stationId: object.stationId,
      before: { labelIds: before },
      after: { labelIds: after },
    })),
  );
}

function pairs(changed: readonly Changed[], labelsOf: (change: Changed) => number[]) {
  const links = changed.flatMap((change) =>
    labelsOf(change).map((label) => ({ object: change.object.id, label })),
  );
  return { objects: links.map(({ object }) => object), labels: links.map(({ label }) => label) };
}
