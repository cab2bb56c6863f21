import { AppError } from '../../../platform/errors.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

export interface ArchivedFrame {
  sn: string;
  /** Epoch milliseconds. */
  time: number;
  gateway: string;
  bytes: Uint8Array;
}

/** Frames of one write; beyond it their devices are to come again. */
const MOST_WAITING = 5000;
const WRITE_EVERY_MS = 500;

interface Batch {
  frames: ArchivedFrame[];
  written: PromiseWithResolvers<void>;
}

/** Keeps frames that no gateway could decode, written in batches. A frame that cannot be written is not acknowledged. */
export function createFrameArchive(samples: SamplesDb, failed: (error: unknown) => void) {
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  async function write(): Promise<void> {
    clearTimeout(timer);
    const now = batch;
    batch = undefined;
    if (!now) return;
    try {
      await samples.insertRows('raw_frames', now.frames.map(rowOf));
      now.written.resolve();
    } catch (error) {
      failed(error);
      now.written.reject(unavailable((error as Error).message));
    }
  }
  return {
    /** Resolves when the frame is durable. Rejects with AppError `storeUnavailable`. */
    async add(frame: ArchivedFrame): Promise<void> {
      if (!batch) {
        batch = { frames: [], written: Promise.withResolvers() };
        timer = setTimeout(write, WRITE_EVERY_MS);
      }
      if (batch.frames.length >= MOST_WAITING) throw unavailable('too many unknown frames');
      batch.frames.push(frame);
      await batch.written.promise;
    },
    stop: write,
  };
}

/** Hexadecimal: a JSON text cannot carry every byte. */
function rowOf({ sn, time, gateway, bytes }: ArchivedFrame): object {
  return { sn, time, gateway, frame: Buffer.from(bytes).toString('hex') };
}

const unavailable = (reason: string) => new AppError('storeUnavailable', { store: 'ClickHouse', reason });
