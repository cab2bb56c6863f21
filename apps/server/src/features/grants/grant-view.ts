import type { Grant, GrantRole } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { maskTyped } from '../../platform/mask-contact.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { isToPerson } from './find-party.ts';
import { isAnswerable, isCreator, isReceived } from './grant-scope.ts';
import { grantState, isOpen } from './grant-state.ts';
import { mayGrantEndedStation, mayGrantOrganisation, mayGrantStation } from './granting-scope.ts';

interface GrantRow {
  id: number;
  state: 'pending' | 'accepted' | 'declined' | 'revoked';
  organisationId: number | null;
  organisationName: string | null;
  toUserId: number | null;
  toUserName: string | null;
  toOrganisationId: number | null;
  toOrganisationName: string | null;
  toAccount: string | null;
  toCode: string | null;
  toMe: boolean;
  createdBy: number | null;
  creatorName: string | null;
  homeId: number | null;
  homeName: string | null;
  role: GrantRole;
  commands: boolean;
  beginsAt: Date;
  endsAt: Date;
  createdAt: Date;
  answeredAt: Date | null;
  revokedAt: Date | null;
  wholeGrantable: boolean;
  answersFor: boolean;
  given: boolean;
}

interface StationOfGrant {
  id: number;
  name: string;
  grantable: boolean;
  ended: boolean;
}

/** A grant as the actor sees it, and which of its stations the actor may grant on. */
export interface SeenGrant {
  grant: Grant;
  creatorId: number | null;
  /** The actor gave it and could still give it. */
  given: boolean;
  grantable: readonly number[];
}

/** The grants of these ids in their order, with what the actor may do about each; the caller decided that it may see them. */
export async function viewGrants(
  db: Db,
  { actor, now }: { actor: Actor; now: number },
  ids: readonly number[],
): Promise<SeenGrant[]> {
  if (ids.length === 0) return [];
  const [rows, stations] = await Promise.all([readGrants(db, actor, ids), readStations(db, actor, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toSeenGrant(row, stations.get(id) ?? [], { actor, now })] : [];
  });
}

async function readGrants(db: Db, actor: Actor, ids: readonly number[]): Promise<readonly GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    SELECT g.*, whole.name AS organisation_name, grantee.name AS to_user_name, firm.name AS to_organisation_name,
           creator.name AS creator_name, home.id AS home_id, home.name AS home_name,
           EXISTS (SELECT 1 FROM organisations
                    WHERE organisations.id = g.organisation_id AND ${mayGrantOrganisation(actor)}) AS whole_grantable,
           ${isAnswerable(actor)} AS answers_for, ${isToPerson(actor, 'g')} AS to_me, ${isCreator(actor)} AS given
      FROM grants g
      LEFT JOIN organisations whole ON whole.id = g.organisation_id
      LEFT JOIN users grantee ON grantee.id = g.to_user_id
      LEFT JOIN organisations firm ON firm.id = g.to_organisation_id
      LEFT JOIN users creator ON creator.id = g.created_by
      LEFT JOIN LATERAL (
        SELECT organisations.id, organisations.name FROM organisations
         WHERE organisations.id = CASE WHEN g.created_by IS NULL THEN coalesce(g.organisation_id,
           (SELECT stations.organisation_id FROM grant_stations gs JOIN stations ON stations.id = gs.station_id
             WHERE gs.grant_id = g.id ORDER BY gs.station_id LIMIT 1)) END) home ON true
     WHERE g.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/**
 * The giver and the receiver of a grant see all its stations. Others see those on which they may grant themselves. A page may name two hundred
 * thousand stations, so each grant and each station is judged once, and the names of a grant come together.
 */
async function readStations(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly StationOfGrant[]>> {
  const asked = sql`ANY(${[...ids]}::bigint[])`;
  const { rows } = await sql<{ grantId: number; stations: StationOfGrant[] }>`
    WITH seen AS MATERIALIZED (
      SELECT g.id, (${isCreator(actor)} OR ${isReceived(actor)} OR ${isAnswerable(actor)}) AS whole
        FROM grants g WHERE g.id = ${asked}),
    named AS MATERIALIZED (
      SELECT stations.id, stations.name, stations.ended_at IS NOT NULL AS ended, row_number() OVER (ORDER BY lower(stations.name), stations.id) AS place,
             coalesce(${mayGrantStation(actor)} OR ${mayGrantEndedStation(actor)}, false) AS grantable
        FROM stations WHERE stations.id IN (SELECT gs.station_id FROM grant_stations gs WHERE gs.grant_id = ${asked}))
    SELECT gs.grant_id,
           json_agg(json_build_object('id', named.id, 'name', named.name, 'grantable', named.grantable, 'ended', named.ended) ORDER BY named.place) AS stations
      FROM seen JOIN grant_stations gs ON gs.grant_id = seen.id JOIN named ON named.id = gs.station_id
     WHERE seen.whole OR named.grantable
     GROUP BY gs.grant_id`.execute(db);
  return new Map(rows.map(({ grantId, stations }) => [grantId, stations]));
}

function toSeenGrant(
  row: GrantRow,
  stations: readonly StationOfGrant[],
  { actor, now }: { actor: Actor; now: number },
): SeenGrant {
  const state = grantState(row, now);
  const grantable = stations.filter((station) => station.grantable).map(({ id }) => id);
  const mayRevoke = may(actor, 'stations.grant') && (row.given || row.wholeGrantable || grantable.length > 0);
  const mayAnswer = row.answersFor || row.toMe;
  const grant: Grant = {
    id: row.id,
    state,
    object:
      row.organisationId === null
        ? { kind: 'stations', stations: shown(stations) }
        : { kind: 'organisation', id: row.organisationId, name: row.organisationName ?? '' },
    ...partiesOf(row, actor),
    role: row.role,
    commands: row.commands,
    beginsAt: row.beginsAt.getTime(),
    endsAt: row.endsAt.getTime(),
    createdAt: row.createdAt.getTime(),
    answeredAt: row.answeredAt?.getTime() ?? null,
    revokedAt: row.revokedAt?.getTime() ?? null,
    revocable: isOpen(state) && mayRevoke,
    answerable: isOpen(state) && mayAnswer,
  };
  return { grant, creatorId: row.createdBy, given: row.given, grantable };
}

/** A station that was ended is not there for anybody, and still is one of those that are taken out of a grant. */
const shown = (stations: readonly StationOfGrant[]) =>
  stations.flatMap(({ id, name, ended }) => (ended ? [] : { id, name }));

/** Where the account that gave it is gone, its organisation stands for it. */
function partiesOf(row: GrantRow, actor: Actor): Pick<Grant, 'from' | 'to'> {
  return {
    from:
      row.createdBy === null
        ? { kind: 'organisation', id: row.homeId ?? row.id, name: row.homeName ?? '' }
        : { kind: 'user', id: row.createdBy, name: row.creatorName ?? '' },
    to: receiverOf(row, actor),
  };
}

/**
 * Who received it, for those who answer it and for everybody once it was accepted. Until then its giver reads what was typed, which
 * is the same whether or not there is such an account or code, and others, as the next owner of a station, a hint of it.
 */
function receiverOf(row: GrantRow, { userId }: Actor): Grant['to'] {
  const kind = row.toUserId !== null || row.toAccount !== null ? 'user' : 'organisation';
  const id = row.toUserId ?? row.toOrganisationId;
  const typed = row.toAccount ?? row.toCode;
  const accepted = row.state === 'accepted' || (row.state === 'revoked' && row.answeredAt !== null);
  const isOwn = row.createdBy === userId || kind === 'organisation';
  if (typed !== null && !accepted && !row.toMe && !row.answersFor)
    return { kind, id: null, name: isOwn ? typed : maskTyped(typed) };
  return { kind, id, name: row.toUserName ?? row.toOrganisationName ?? typed ?? '' };
}
