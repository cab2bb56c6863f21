import type { Ingest } from '../../../platform/ingest.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunCounts } from '../limits/run-counts.ts';
import type { FileReader } from '../process/file-reader.ts';
import type { Uploads } from '../uploads.ts';

/** What the steps of an import work with. */
export interface RunParts {
  platform: Pick<Platform, 'config' | 'db' | 'samples' | 'bus' | 'clock' | 'text' | 'log'>;
  ingest: Pick<Ingest, 'admit' | 'asRecorded' | 'pointId' | 'submit' | 'room'>;
  uploads: Uploads;
  reader: FileReader;
  counts: RunCounts;
  /** Whether this is the work on imports that take long. */
  isLong: boolean;
  /** An import that takes longer is long. */
  quickMs: number;
  /** After so long a long one lets others of them have their turn. */
  turnMs: number;
  /** Milliseconds since it was asked last, or since the run began. */
  lap: () => number;
  /** Aborted when the server stops or another one has the import: it is left as it stands. */
  signal: AbortSignal;
}
