import { AppError } from '../../../platform/errors.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { RawFrame } from '../../../platform/ingest.ts';
import { GroupCount } from '../../../platform/group-count.ts';
import type { Payer } from '../quota/sample-account.ts';
import type { ArchiveRoom } from './archive-room.ts';

type ArchivedFrame = Omit<RawFrame, 'sender'>;

/** Frames, and bytes of them, that wait or are being written; beyond it none is kept. */
const MOST_WAITING: Load = { frames: 5000, bytes: 8 * 1024 * 1024 };
/** What one payer has of it, so that a flood in one's own name takes no room from others. */
const OF_ONE = 0.1;
/** What those have of it together who belong to no organisation: a stranger has as many networks as it can rent. */
const OF_STRANGERS = 0.5;
/** What a row costs at least on its day, in bytes: its serial number, time and gateway are stored as well, however small the frame is. */
const LEAST_COST = 200;
const WRITE_EVERY_MS = 500;

interface Load {
  frames: number;
  bytes: number;
}

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
 * has no room for, on this day or among what waits, is, and is dropped: it would come again and again, and keep measured values from coming.
 */
export function createFrameArchive({ samples, room, failed, dropped }: Parts) {
  const state = { archivedFrames: 0, archivedBytes: 0, droppedFrames: 0 };
  const waiting = createWaiting();
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Settles with the last frames that found room. */
  let written: Promise<void> = Promise.resolve();
  function drop(): void {
    state.droppedFrames += 1;
    dropped();
  }
  async function write(): Promise<void> {
    clearTimeout(timer);
    const now = batch;
    batch = undefined;
    if (!now) return;
    try {
      await samples.insertRows(
        'raw_frames',
        now.frames.map(({ frame }) => rowOf(frame)),
      );
      state.archivedFrames += now.frames.length;
      for (const { frame } of now.frames) state.archivedBytes += frame.bytes.length;
      now.written.resolve();
    } catch (error) {
      failed(error);
      for (const { frame, payer } of now.frames) room.giveBack(payer, costOf(frame));
      now.written.reject(unavailable((error as Error).message));
    } finally {
      for (const { frame, payer } of now.frames) waiting.change(payer, frame, -1);
    }
  }
  return {
    /** What was archived, and what not, since the start. */
    state: () => state,
    /**
     * Resolves when the frame is durable, or dropped because its share has no room on this day, or among what waits: then once that
     * is written, so that its sender is slowed down, and hears of a store that takes nothing. Rejects with AppError `storeUnavailable`.
     */
    async add(frame: ArchivedFrame, payer: Payer): Promise<void> {
      if (!waiting.hasRoom(payer, frame)) {
        await written;
        return drop();
      }
      if (!room.take(payer, costOf(frame))) return drop();
      if (!batch) {
        batch = { frames: [], written: Promise.withResolvers() };
        written = batch.written.promise;
        timer = setTimeout(write, WRITE_EVERY_MS);
      }
      waiting.change(payer, frame, 1);
      batch.frames.push({ frame, payer });
      await batch.written.promise;
    },
    stop: write,
  };
}

export type FrameArchive = ReturnType<typeof createFrameArchive>;

/** Counts what waits: of each payer, of all without an organisation, and in all. */
function createWaiting() {
  const frames = new GroupCount<string>();
  const bytes = new GroupCount<string>();
  /** Each group that a payer counts in, with the part of the room that it has. */
  const groupsOf = ({ share, organisationId }: Payer): [name: string, part: number][] => [
    [`payer ${share}`, OF_ONE],
    ...(organisationId === null ? [['strangers', OF_STRANGERS] satisfies [string, number]] : []),
    ['in all', 1],
  ];
  return {
    hasRoom: (payer: Payer, frame: ArchivedFrame): boolean =>
      groupsOf(payer).every(
        ([name, part]) =>
          frames.of(name) + 1 <= MOST_WAITING.frames * part &&
          bytes.of(name) + frame.bytes.length <= MOST_WAITING.bytes * part,
      ),
    change(payer: Payer, frame: ArchivedFrame, step: 1 | -1): void {
      for (const [name] of groupsOf(payer)) {
        frames.change(name, step);
        bytes.change(name, step * frame.bytes.length);
      }
    },
  };
}

const costOf = ({ bytes }: ArchivedFrame): number => Math.max(bytes.length, LEAST_COST);

/** Hexadecimal: a JSON text cannot carry every byte. */
function rowOf({ sn, time, gateway, bytes }: ArchivedFrame): object {
  return { sn, time, gateway, frame: Buffer.from(bytes).toString('hex') };
}

const unavailable = (reason: string) => new AppError('storeUnavailable', { store: 'ClickHouse', reason });
