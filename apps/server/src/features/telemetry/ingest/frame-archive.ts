import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

export interface ArchivedFrame {
  sn: string;
  /** Epoch milliseconds. */
  time: number;
  gateway: string;
  bytes: Uint8Array;
}

/** Frames kept in memory until the next write; older ones give way, for they are an aid and not measurements. */
const MOST_WAITING = 5000;
const WRITE_EVERY_MS = 5000;

/** Keeps frames nobody could decode, written in batches. */
export function createFrameArchive(samples: SamplesDb, failed: (error: unknown) => void) {
  let waiting: ArchivedFrame[] = [];
  let timer: NodeJS.Timeout | undefined;
  async function write(): Promise<void> {
    timer = undefined;
    const frames = waiting;
    waiting = [];
    await samples.insertRows('raw_frames', frames.map(rowOf)).catch(failed);
  }
  return {
    add(frame: ArchivedFrame): void {
      if (waiting.length >= MOST_WAITING) waiting.shift();
      waiting.push(frame);
      timer ??= setTimeout(write, WRITE_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await write();
    },
  };
}

/** Hexadecimal: a JSON text cannot carry every byte. */
function rowOf({ sn, time, gateway, bytes }: ArchivedFrame): object {
  return { sn, time, gateway, frame: Buffer.from(bytes).toString('hex') };
}
