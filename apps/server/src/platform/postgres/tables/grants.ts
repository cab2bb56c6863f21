import type { Generated } from 'kysely';

export interface GrantsTable {
  id: Generated<number>;
  state: Generated<'pending' | 'accepted' | 'declined' | 'revoked'>;
  organisationId: number | null;
  toUserId: number | null;
  toOrganisationId: number | null;
  /** What the giver typed; null in old rows. A contact that nobody had then is whoever has it when it is answered. */
  toAccount: string | null;
  toCode: string | null;
  role: 'viewer' | 'operator';
  commands: Generated<boolean>;
  beginsAt: Date;
  endsAt: Date;
  createdBy: number | null;
  createdAt: Date;
  answeredAt: Date | null;
  revokedAt: Date | null;
  remindedAt: Date | null;
  /** When whoever it was offered to was written to. */
  toldAt: Generated<Date | null>;
}

export interface GrantStationsTable {
  grantId: number;
  stationId: number;
}

export interface HandOversTable {
  id: Generated<number>;
  stationId: number;
  fromUserId: number | null;
  /** A person becomes the owner, an organisation looks after the station. */
  toUserId: number | null;
  toOrganisationId: number | null;
  toAccount: string | null;
  toCode: string | null;
  state: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn' | 'expired'>;
  createdAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
  /** When whoever it was offered to was written to. */
  toldAt: Generated<Date | null>;
}

export interface StationVisitsTable {
  stationId: number;
  day: string;
  userId: number;
  via: 'all' | 'organisation' | 'own' | 'grant' | 'shared';
  firstAt: Date;
  lastAt: Date;
  views: Generated<number>;
}

export interface GrantsTables {
  grants: GrantsTable;
  grantStations: GrantStationsTable;
  handOvers: HandOversTable;
  stationVisits: StationVisitsTable;
}
