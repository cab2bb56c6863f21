import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface OrganisationsTable {
  id: Generated<number>;
  code: string;
  name: string;
  parentId: number | null;
  /** Chain of ids from the root: `/1/7/`. */
  path: string;
  /** The same, begun anew at every loose organisation: what a superior manages is one prefix. */
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
  /** Its beginning; null for keys of before. */
  prefix: string | null;
  createdBy: number | null;
  createdAt: Created;
  lastUsedAt: Date | null;
}

export interface OrganisationsTables {
  organisations: OrganisationsTable;
  ingestKeys: IngestKeysTable;
}
