import { AppError } from '../../../platform/errors.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { RawFrame } from '../../../platform/ingest.ts';
import type { Payer } from '../quota/sample-account.ts';
import type { ArchiveRoom } from './archive-room.ts';

type ArchivedFrame = Omit<RawFrame, 'sender'>;

/** Frames, and bytes of them, that wait or are being written; beyond it their devices are to come again. */
const MOST_WAITING = 5000;
const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const WRITE_EVERY_MS = 500;

interface Batch {
  frames: { frame: ArchivedFrame; payer: Payer }[];
  written: PromiseWithResolvers<void>;
}

interface Parts {
  samples: Pick<SamplesDb, 'insertRows'>;
  room: Pick<ArchiveRoom, 'take' | 'giveBack'>;
  failed: (error: unknown) => void;
  /** A frame was acknowledged and not kept. */
  dropped: () => void;
}

/**
 * Keeps frames that no gateway could decode, written in batches. A frame that cannot be written is not acknowledged; one that its sender
 * has no room for on this day is, and is dropped: it would come again and again, and keep measured values from coming.
 */
export function createFrameArchive({ samples, room, failed, dropped }: Parts) {
  const state = { archivedFrames: 0, archivedBytes: 0, droppedFrames: 0 };
  const waiting = { frames: 0, bytes: 0 };
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  async function write(): Promise<void> {
    clearTimeout(timer);
    const now = batch;
    batch = undefined;
    if (!now) return;
    const bytes = now.frames.reduce((sum, { frame }) => sum + frame.bytes.length, 0);
    try {
      await samples.insertRows(
        'raw_frames',
        now.frames.map(({ frame }) => rowOf(frame)),
      );
      state.archivedFrames += now.frames.length;
      state.archivedBytes += bytes;
      now.written.resolve();
    } catch (error) {
      failed(error);
      for (const { frame, payer } of now.frames) room.giveBack(payer, frame.bytes.length);
      now.written.reject(unavailable((error as Error).message));
    } finally {
      waiting.frames -= now.frames.length;
      waiting.bytes -= bytes;
    }
  }
  return {
    /** What was archived, and what not, since the start. */
    state: () => state,
    /**
     * Resolves when the frame is durable, or dropped because its share has no room on this day. Rejects with AppError
     * `storeUnavailable`.
     */
    async add(frame: ArchivedFrame, payer: Payer): Promise<void> {
      const { length } = frame.bytes;
      if (waiting.frames >= MOST_WAITING || waiting.bytes + length > MOST_WAITING_BYTES)
        throw unavailable('too many unknown frames');
      if (!room.take(payer, length)) {
        state.droppedFrames += 1;
        dropped();
        return;
      }
      if (!batch) {
        batch = { frames: [], written: Promise.withResolvers() };
        timer = setTimeout(write, WRITE_EVERY_MS);
      }
      waiting.frames += 1;
      waiting.bytes += length;
      batch.frames.push({ frame, payer });
      await batch.written.promise;
    },
    stop: write,
  };
}

export type FrameArchive = ReturnType<typeof createFrameArchive>;

/** Hexadecimal: a JSON text cannot carry every byte. */
function rowOf({ sn, time, gateway, bytes }: ArchivedFrame): object {
  return { sn, time, gateway, frame: Buffer.from(bytes).toString('hex') };
}

const unavailable = (reason: string) => new AppError('storeUnavailable', { store: 'ClickHouse', reason });
