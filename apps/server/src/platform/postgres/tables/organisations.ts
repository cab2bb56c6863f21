import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface OrganisationsTable {
  id: Generated<number>;
  code: string;
  name: string;
  parentId: number | null;
  /** Chain of ids from the root: `/1/7/`. */
  path: string;
  /** The same chain, but it starts again at every loose organisation, so that one prefix covers what a superior manages. */
  scopePath: Generated<string>;
  kind: Generated<'merchant' | 'department'>;
  type: Generated<'enterprise' | 'personal'>;
  tie: Generated<'tight' | 'loose'>;
  businessType: string | null;
  area: string | null;
  taxId: string | null;
  bankName: string | null;
  bankAccount: string | null;
  createdAt: Created;
  /** Samples that it may take in on a day and store in all; null: what the settings say. */
  samplesPerDay: number | null;
  samplesStored: number | null;
}

/** Samples taken in on a day, by who stores them. */
export interface SampleDaysTable {
  share: string;
  /** UTC. */
  day: string;
  organisationId: number | null;
  samples: number;
  told: Generated<number>;
}

export interface StoredSamplesTable {
  organisationId: number;
  samples: number;
  countedAt: Date;
}

export interface IngestKeysTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  keyHash: Buffer;
  /** The first characters of the key; null for keys that were made before this was kept. */
  prefix: string | null;
  createdBy: number | null;
  createdAt: Created;
  lastUsedAt: Date | null;
  /** Null: it never ends by itself. */
  endsAt: Date | null;
}

export interface OrganisationsTables {
  organisations: OrganisationsTable;
  ingestKeys: IngestKeysTable;
  sampleDays: SampleDaysTable;
  storedSamples: StoredSamplesTable;
}
