import type { Ingest } from '../../../platform/ingest.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Uploads } from '../uploads.ts';

/** What the steps of an import work with. */
export interface RunParts {
  platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'text' | 'log'>;
  ingest: Pick<Ingest, 'pointId' | 'submit' | 'room'>;
  uploads: Uploads;
  /** Aborted when the server stops or another one has the import: it is left as it stands. */
  signal: AbortSignal;
}
