import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SampleColumns } from '../../platform/sample-columns.ts';
import type { Turns } from '../../platform/turns.ts';
import type { WorkSlices } from '../../platform/work-slices.ts';
import type { BodyIntake } from './body/body-intake.ts';
import type { createSightings } from './sightings.ts';

/** What the gateway did since its start. */
export interface HttpCounters {
  /** Readings that devices pushed as JSON. */
  readings: number;
  lines: number;
  /** Fields of line protocol that are no numbers, and not stored. */
  skippedFields: number;
  refused: number;
}

export interface HttpGatewayParts {
  platform: Platform;
  directory: DeviceDirectory;
  ingest: Ingest;
  counters: HttpCounters;
  intake: BodyIntake;
  /** Whose batch is read: one at a time of the usual ones, and one of the large ones, for the memory they take. */
  batches: Turns;
  largeBatches: Turns;
  /** What samples of batches are read into. */
  spares: SampleColumns[];
  slices: WorkSlices;
  seen: ReturnType<typeof createSightings>;
}
