import type { Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createFileQuota } from './limits/file-quota.ts';
import { QUICK_MS, TURN_MS } from './limits/give-way.ts';
import type { Payer } from './limits/payer.ts';
import { createRunCounts } from './limits/run-counts.ts';
import { laneOf } from '../../platform/newcomers.ts';
import { createTurns } from '../../platform/turns.ts';
import { runImport } from './running/run-import.ts';
import { createFileReader, type FileReader } from './process/file-reader.ts';
import type { TablePreview } from './preview-table.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** Files that are looked at for people at a time, beside the import that runs. */
const LOOKED_AT_ONCE = 2;

/** Uploaded files, as people work with them. */
export interface Imports {
  uploads: Uploads;
  /** Looks a file through for somebody who waits for it, when their turn has come. Rejects as `FileReader` does. */
  look(payer: Payer, fileId: string): Promise<TablePreview>;
}

export function createImports(
  platform: Pick<Platform, 'config' | 'db' | 'clock' | 'files'>,
  reader: FileReader = createFileReader(),
): Imports {
  const uploads = createUploads(platform.files, createFileQuota(platform));
  const turns = createTurns({ atOnce: LOOKED_AT_ONCE, ofOne: 1, leastFirst: true });
  return {
    uploads,
    async look({ organisationId, userId }, fileId) {
      const lane = await laneOf(platform, organisationId);
      const sender = organisationId === null ? `person ${userId}` : `organisation ${organisationId}`;
      return turns.take(sender, () => reader.preview(uploads.read(fileId)), lane);
    },
  };
}

export interface ImportRuns {
  /**
   * Takes an import from where it stands to its end, or until others have their turn and another job goes on: the job `imports.run`. Rejects when the signal is aborted or a store cannot be
   * reached; the import is left where it stands and goes on with the next try, on this server or another.
   */
  run(id: number, signal: AbortSignal): Promise<void>;
  /** The same for one that turned out to take long: the job `imports.runLong`. */
  runLong(id: number, signal: AbortSignal): Promise<void>;
}

interface Means {
  reader?: FileReader;
  quickMs?: number;
  turnMs?: number;
}

/** The imports made of uploaded files, on a server that stores samples. */
export function createImportRuns(
  platform: Pick<Platform, 'config' | 'db' | 'samples' | 'bus' | 'clock' | 'text' | 'log' | 'files'>,
  ingest: Pick<Ingest, 'admit' | 'asRecorded' | 'pointId' | 'submit' | 'room'>,
  { uploads }: Pick<Imports, 'uploads'>,
  { reader = createFileReader(), quickMs = QUICK_MS, turnMs = TURN_MS }: Means = {},
): ImportRuns {
  const counts = createRunCounts(platform.db);
  const parts = { platform, ingest, uploads, reader, counts, quickMs, turnMs };
  return {
    run: (id, signal) => runImport({ ...parts, isLong: false, lap: createLap(), signal }, id),
    runLong: (id, signal) => runImport({ ...parts, isLong: true, lap: createLap(), signal }, id),
  };
}

function createLap(): () => number {
  let last = performance.now();
  return () => {
    const before = last;
    last = performance.now();
    return last - before;
  };
}
