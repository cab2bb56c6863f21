import type { Permission, Role, View } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface RolesTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  description: string;
  basedOn: Role;
  attribution: 'internal' | 'external';
  scope: 'organisation' | 'granted' | 'own';
  permissions: Permission[];
  views: View[] | null;
  createdAt: Created;
}

export interface RolesTables {
  roles: RolesTable;
}
