import type { ComponentKind, InverterSheet, ModuleSheet } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Created, Json } from './columns.ts';

export interface ComponentsTable {
  id: Generated<number>;
  /** Null: of the library for all. */
  organisationId: number | null;
  kind: ComponentKind;
  manufacturer: string;
  model: string;
  sheet: Json<ModuleSheet | InverterSheet>;
  revision: Generated<number>;
  createdAt: Created;
  /** Who made it without working for all of the organisation. */
  customerId: Generated<number | null>;
}

export interface ComponentsTables {
  components: ComponentsTable;
}
