import type { Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { runImport } from './running/run-import.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Imports {
  uploads: Uploads;
  /**
   * Takes an import from where it stands to its end: the job `imports.run`. Rejects when the signal is aborted or a store cannot be
   * reached; the import is left where it stands and goes on with the next try, on this server or another.
   */
  run(id: number, signal: AbortSignal): Promise<void>;
}

/** Uploaded files and the imports made of them. */
export function createImports(
  platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'text' | 'log' | 'files'>,
  ingest: Pick<Ingest, 'pointId' | 'submit' | 'room'>,
): Imports {
  const uploads = createUploads(platform.files);
  return {
    uploads,
    run: (id, signal) => runImport({ platform, ingest, uploads, signal }, id),
  };
}
