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
}

export interface OrganisationsTables {
  organisations: OrganisationsTable;
  ingestKeys: IngestKeysTable;
}
