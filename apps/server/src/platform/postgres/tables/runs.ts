import type { RunDeviceState, RunKind, RunState, RunStep, StepFailure, StepState } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface RunsTable {
  id: Generated<number>;
  kind: RunKind;
  name: string;
  /** Of who started it. */
  organisationId: number | null;
  userId: number | null;
  reason: Generated<string>;
  /** What is done, as its kind keeps it; it never changes. */
  definition: Json<object>;
  dryRun: Generated<boolean>;
  /** Devices at a time. */
  concurrency: number;
  /** Those that it named. */
  devices: Generated<number>;
  state: Generated<RunState>;
  createdAt: Date;
  expiresAt: Date | null;
  endedAt: Date | null;
}

export interface RunDevicesTable {
  runId: number;
  deviceId: number;
  position: number;
  /** Where the device stood when the run began. */
  stationId: number | null;
  state: Generated<RunDeviceState>;
  attempt: Generated<number>;
  steps: Json<RunStep[]>;
  failure: StepFailure | null;
  detail: string | null;
  notBefore: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Token of the server that works on it, and until when without a word of it. */
  holder: string | null;
  heldUntil: Date | null;
  /** Faults of the work on it since it came further. */
  faults: Generated<number>;
  /** How often it was waited for in this attempt, because it was not there. */
  absences: Generated<number>;
}

export interface ParameterChangesTable {
  id: Generated<number>;
  deviceId: number;
  key: string;
  at: Date;
  userId: number | null;
  runId: number | null;
  before: number | null;
  after: number | null;
  wanted: number;
  state: StepState;
  failure: StepFailure | null;
  reason: string;
}

export interface RunsTables {
  runs: RunsTable;
  runDevices: RunDevicesTable;
  parameterChanges: ParameterChangesTable;
}
