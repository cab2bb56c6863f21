import { AppError } from '../errors.ts';
import { fileType, isWholePdf } from './file-type.ts';
import type { PictureReader } from './picture-reader.ts';

/** A picture or document as it is kept. */
export interface KeptFile {
  content: Buffer;
  /** `image/webp` of every picture, `application/pdf` of a document. */
  type: string;
  /** Pixels of a picture. */
  width: number | null;
  height: number | null;
  /** A small picture of a cover. */
  thumb: Buffer | null;
}

/**
 * What is kept of a file that somebody sent to be shown: it is judged by its bytes, and pictures are drawn anew. Throws AppError:
 * unsupportedFileType, pictureUnreadable, pictureTooLarge, documentUnreadable.
 */
export async function makeKeptFile(
  reader: PictureReader,
  bytes: Buffer,
  kind: 'cover' | 'picture' | 'document',
): Promise<KeptFile> {
  const type = fileType(bytes);
  if (type === undefined || (type === 'pdf') !== (kind === 'document'))
    throw new AppError('unsupportedFileType');
  if (type !== 'pdf') return { type: 'image/webp', ...(await reader.draw(bytes, kind === 'cover')) };
  if (!isWholePdf(bytes)) throw new AppError('documentUnreadable');
  return { content: bytes, type: 'application/pdf', width: null, height: null, thumb: null };
}
