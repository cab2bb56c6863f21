import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface InstructionsTable {
  id: Generated<number>;
  organisationId: number;
  code: string;
  name: string;
  fn: 3 | 4 | 6 | 16;
  address: number;
  count: number;
  /** Words that are written, four hex digits each; empty: it reads. */
  data: string;
  dangerous: boolean;
  description: string;
  revision: Generated<number>;
  createdAt: Created;
}

export interface InstructionSetsTable {
  id: Generated<number>;
  organisationId: number;
  code: string;
  name: string;
  description: string;
  revision: Generated<number>;
  createdAt: Created;
}

export interface InstructionSetStepsTable {
  setId: number;
  position: number;
  instructionId: number;
  delaySeconds: number;
  /** Whether the next step follows where this one failed. */
  goesOn: boolean;
  readsBack: boolean;
}

export interface InstructionsTables {
  instructions: InstructionsTable;
  instructionSets: InstructionSetsTable;
  instructionSetSteps: InstructionSetStepsTable;
}
