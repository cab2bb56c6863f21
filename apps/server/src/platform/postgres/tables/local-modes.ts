import type { SafetyStandard } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

interface LocalModesTable {
  productId: number;
  parameters: Json<string[]>;
  standards: Json<SafetyStandard[]>;
  revision: Generated<number>;
  userId: number | null;
  changedAt: Date;
}

export interface LocalModesTables {
  localModes: LocalModesTable;
}
