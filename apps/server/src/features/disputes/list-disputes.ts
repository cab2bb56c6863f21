import type { routes, RouteOutput, RouteRequest } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { onPage, toPage } from '../../platform/postgres/list-query.ts';

import { stationScope } from '../scope/index.ts';

type Parts = Pick<Platform, 'db'>;
type OwnPage = RouteOutput<(typeof routes)['listOwnDisputes']>;
type Page = RouteOutput<(typeof routes)['listDisputes']>;

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null;

/** What the caller claimed, newest first; its station is named to who still sees it. */
export async function listOwnDisputes(
  { db }: Parts,
  actor: Actor,
  query: RouteRequest<(typeof routes)['listOwnDisputes']>['query'],
): Promise<OwnPage> {
  const own = db
    .selectFrom('disputes')
    .innerJoin('stations', 'stations.id', 'disputes.stationId')
    .where('claimantId', '=', actor.userId ?? 0);
  const [rows, counted] = await Promise.all([
    own
      .selectAll('disputes')
      .select((eb) => eb.case().when(stationScope(actor)(eb)).then(eb.ref('stations.name')).end().as('name'))
      .orderBy('disputes.id', 'desc')
      .$call(onPage(query))
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return toPage(
    query,
    Number(counted.total),
    rows.map(({ id, sn, stationId, name, reason, state, createdAt, decidedAt }) => ({
      id,
      sn,
      station: name === null ? null : { id: stationId, name },
      reason,
      state,
      createdAt: createdAt.getTime(),
      decidedAt: timeOf(decidedAt),
    })),
  );
}

/** All disputes with both sides, open ones first. */
export async function listDisputes(
  parts: Parts,
  query: RouteRequest<(typeof routes)['listDisputes']>['query'],
): Promise<Page> {
  const { state } = query;
  const found = selectBoth(parts).$if(state !== undefined, (all) => all.where('disputes.state', '=', state!));
  const counted = await parts.db
    .selectFrom('disputes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(state !== undefined, (all) => all.where('state', '=', state!))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy(sql`disputes.state = 'open'`, 'desc')
    .orderBy('disputes.id', 'desc')
    .$call(onPage(query))
    .execute();
  return toPage(query, Number(counted.total), rows.map(toDispute));
}

/** The holder is who has the device now; once a dispute is decided, the sides may have changed. */
function selectBoth({ db }: Parts) {
  return db
    .selectFrom('disputes')
    .innerJoin('users as claimant', 'claimant.id', 'disputes.claimantId')
    .innerJoin('stations as wanted', 'wanted.id', 'disputes.stationId')
    .leftJoin('devices as device', 'device.id', 'disputes.deviceId')
    .leftJoin('deviceStates as live', 'live.deviceId', 'device.id')
    .leftJoin('stations as held', 'held.id', 'device.stationId')
    .leftJoin('users as owner', 'owner.id', 'held.ownerId')
    .leftJoin('organisations as keeper', 'keeper.id', 'device.organisationId')
    .selectAll('disputes')
    .select(['claimant.name as claimantName', 'claimant.email as claimantEmail'])
    .select(['claimant.createdAt as claimantSince', 'wanted.name as wantedName'])
    .select(['held.id as heldId', 'held.name as heldName', 'owner.name as ownerName'])
    .select('keeper.name as keeperName')
    .select(['device.createdAt as heldSince', 'device.firstSeenAt', 'live.lastDataAt']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBoth>['execute']>>[number];

function toDispute(row: Row): Page['rows'][number] {
  const { id, sn, state, proof, reason, answer, contenderNetwork } = row;
  return {
    id,
    sn,
    state,
    proof,
    reason,
    answer,
    contenderNetwork,
    answeredAt: timeOf(row.answeredAt),
    createdAt: row.createdAt.getTime(),
    decidedAt: timeOf(row.decidedAt),
    claimant: {
      id: row.claimantId,
      name: row.claimantName,
      email: row.claimantEmail,
      since: row.claimantSince.getTime(),
      station: { id: row.stationId, name: row.wantedName },
      network: row.claimantNetwork,
    },
    holder:
      row.deviceId === null || row.heldSince === null
        ? null
        : {
            deviceId: row.deviceId,
            station: row.heldId === null ? null : { id: row.heldId, name: row.heldName ?? '' },
            owner: row.ownerName ?? row.keeperName,
            since: row.heldSince.getTime(),
            firstSeenAt: timeOf(row.firstSeenAt),
            lastDataAt: timeOf(row.lastDataAt),
          },
  };
}
