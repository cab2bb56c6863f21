import { LIMITS } from '@sunfleet/contract/limits';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { AppError } from '../../errors.ts';
import { requireExtent } from './require-extent.ts';
import { requireMarkup } from './require-markup.ts';

/** Files in a workbook: a few for each sheet, with pictures and settings. */
const MOST_FILES = 1000;
/** What of a workbook says values; pictures, macros and the like are left out. */
const OF_VALUES =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+|xl\/worksheets\/[^/]+\.xml)$/;
/** Bytes that are unpacked between two looks at what they have become: a thousandth may become a thousand times as much. */
const STEP = 16 * 1024;

/**
 * The parts of a workbook that say values, packed again without compression, so that whatever reads them next meets no more bytes than were counted
 * here: what an archive says of its sizes may be wrong. Throws AppError `payloadTooLarge`, `stationTableUnreadable`.
 */
export function unpackXlsx(packed: Uint8Array): Uint8Array {
  const files = new Map<string, Uint8Array[]>();
  let [bytes, count] = [0, 0];
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MOST_FILES) throw tooLarge();
    if (!OF_VALUES.test(file.name)) return;
    const chunks: Uint8Array[] = [];
    files.set(file.name, chunks);
    file.ondata = (error, chunk) => {
      // What is thrown below comes back here as an error of the library.
      if (error) throw error instanceof AppError ? error : new AppError('stationTableUnreadable');
      bytes += chunk.length;
      if (bytes > LIMITS.stationBatchUnpackedBytes) throw tooLarge();
      chunks.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < packed.length; at += STEP)
      unzip.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('stationTableUnreadable');
  }
  const whole = [...files].map(([name, chunks]) => [name, Buffer.concat(chunks)] as const);
  for (const [, content] of whole) requireMarkup(content);
  // A workbook says itself which of its files are sheets.
  for (const [name, content] of whole)
    if (name.startsWith('xl/worksheets/') || content.includes('sheetData')) requireExtent(content);
  if (whole.length === 0) throw new AppError('stationTableUnreadable');
  return zipSync(Object.fromEntries(whole), { level: 0 });
}

const tooLarge = () => new AppError('payloadTooLarge', { bytes: LIMITS.stationBatchUnpackedBytes });
