import type { Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface AuditLogTable {
  id: Generated<number>;
  at: Created;
  actorKind: string;
  userId: number | null;
  action: string;
  objectType: string;
  objectId: string;
  before: Json<object> | null;
  after: Json<object> | null;
  address: string | null;
  allowed: Generated<boolean>;
  organisationId: number | null;
  stationId: number | null;
  apiKeyId: number | null;
  position: number | null;
  seal: Buffer | null;
}

/** One row: where the chain of the audit log ends. */
export interface AuditHeadTable {
  one: Generated<boolean>;
  position: number;
  seal: Buffer;
}

export interface AuditTables {
  auditLog: AuditLogTable;
  auditHead: AuditHeadTable;
}
