import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface OwnProfilesTable {
  id: Generated<number>;
  organisationId: number;
  /** The shipped family that it began as; null: none. */
  family: string | null;
  /** A profile of the device model, without its id. */
  data: Json<Record<string, unknown>>;
  revision: Generated<number>;
  /** Who changed it last. */
  userId: number | null;
  changedAt: Date;
}

export interface OwnProfilesTables {
  ownProfiles: OwnProfilesTable;
}
