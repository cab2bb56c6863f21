import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { createReader, type ReaderLimits } from '../readers/create-reader.ts';
import type { Drawn } from './draw-picture.ts';

/** Drawing takes about a second. What it takes of memory lies beside the heap. */
const LIMITS: ReaderLimits = { stepMs: 30_000, totalMs: 30_000, memoryMb: 64 };
const READ_FILE = new URL('./read-file.ts', import.meta.url);

/** Draws uploaded pictures anew. */
export interface PictureReader {
  /** As `drawPicture`; throws AppError `pictureUnreadable` also for a picture that ends what draws it. */
  draw(bytes: Buffer, isCover: boolean): Promise<Drawn>;
}

/** Draws each picture in a process of its own, because the library is compiled code, which a picture could make end its process. */
export function createPictureReader(limits = LIMITS, module = READ_FILE): PictureReader {
  const reader = createReader<{ isCover: boolean }, Drawn>({
    module,
    limits,
    refusal: () => new AppError('pictureUnreadable'),
    addons: true,
  });
  return {
    async draw(bytes, isCover) {
      const reading = reader.open(Readable.from([bytes]), { isCover });
      try {
        return await reading.ask();
      } finally {
        await reading.end();
      }
    },
  };
}
