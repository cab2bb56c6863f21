import type { StationCounter } from '@sunfleet/contract';
import type { Generated } from 'kysely';

interface CounterChoicesTable {
  id: Generated<number>;
  stationId: number;
  counter: StationCounter;
  /** First local day; null: all days. */
  fromDay: string | null;
  reason: string;
  createdBy: number | null;
  createdAt: Date;
}

export interface CounterChoicesTables {
  counterChoices: CounterChoicesTable;
}
