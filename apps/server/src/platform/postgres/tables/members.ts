import type { MemberRole } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export interface InvitesTable {
  id: Generated<number>;
  organisationId: number;
  code: string;
  role: MemberRole;
  roleId: number | null;
  email: string | null;
  phone: string | null;
  uses: Generated<number>;
  maxUses: Generated<number>;
  expiresAt: Date;
  createdBy: number | null;
  createdAt: Date;
}

export interface MembersTables {
  invites: InvitesTable;
}
