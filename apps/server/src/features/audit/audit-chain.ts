import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

/** What stands before the first entry. */
export const FIRST_SEAL = Buffer.alloc(32);

/** An entry with everything a seal covers, as PostgreSQL writes it: times to the microsecond, JSON as text. */
export interface ChainEntry {
  id: number;
  at: string;
  actorKind: string;
  userId: number | null;
  apiKeyId: number | null;
  action: string;
  objectType: string;
  objectId: string;
  before: string | null;
  after: string | null;
  address: string | null;
  allowed: boolean;
  organisationId: number | null;
  stationId: number | null;
}

export interface SealedEntry extends ChainEntry {
  position: number;
  seal: Buffer;
}

/** Columns of `audit_log` that a `ChainEntry` is made of. */
export const CHAIN_COLUMNS: RawBuilder<unknown> = sql`id,
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  actor_kind, user_id, api_key_id, action, object_type, object_id, before::text AS before, after::text AS after,
  address, allowed, organisation_id, station_id`;

/** Seal of an entry at its place: SHA-256 over the seal before it and its fields as canonical JSON (keys in order, no spaces). */
export function sealOf(previous: Uint8Array, position: number, entry: ChainEntry): Buffer {
  const { id, at, actorKind, userId, apiKeyId, action, objectType, objectId } = entry;
  const { before, after, address, allowed, organisationId, stationId } = entry;
  const fields = { action, actorKind, address, after, allowed, apiKeyId, at, before, id, objectId };
  const json = JSON.stringify({ ...fields, objectType, organisationId, position, stationId, userId });
  return createHash('sha256').update(previous).update(json).digest();
}
