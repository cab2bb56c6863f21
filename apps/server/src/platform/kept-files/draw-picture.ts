import { LIMITS } from '@sunfleet/contract/limits';
import { imageSize } from 'image-size';
import { AppError } from '../errors.ts';
import { fileType } from './file-type.ts';

/** A picture as it is kept. */
export interface Drawn {
  content: Buffer;
  width: number;
  height: number;
  /** A small one for lists; only of a cover. */
  thumb: Buffer | null;
}

const PICTURE_SIDE = 2048;
/** What WebP takes; lines of millions of pixels take seconds to draw. */
const LONGEST_SIDE = 16_383;
const COVER = { width: 1280, height: 960 };
const THUMB = { width: 160, height: 120 };
/** The first that keeps the picture small enough. */
const QUALITIES = [80, 65, 50, 30] as const;

/**
 * Draws a picture anew as WebP: turned as the camera held it, as large as it is needed, and without anything that is no pixel, such as the place
 * where it was taken or a second file behind it. A cover is cut to 4:3 around its middle. Its size is read from its head before anything is unpacked.
 * Throws AppError `pictureUnreadable`, `pictureTooLarge`.
 */
export async function drawPicture(bytes: Buffer, isCover: boolean): Promise<Drawn> {
  const { width, height } = sizeOf(bytes);
  const most = LIMITS.picturePixels / (isDeep(bytes) ? 2 : 1);
  if (width * height > most) throw new AppError('pictureTooLarge', { limit: most / 1e6 });
  // The library is 18 MB, and few servers are asked to draw.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  try {
    const { orientation = 1 } = await new Transformer(bytes).metadata(true);
    // From 5 on the camera was held upright.
    const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
    const { to, crop } = isCover ? coverOf(upright) : { to: within(upright, PICTURE_SIDE), crop: undefined };
    // The library turns first, then draws smaller, then cuts, in whichever order it is told.
    const shaping = new Transformer(bytes).rotate().resize({ ...to, fit: ResizeFit.Fill });
    if (crop) shaping.crop(crop.x, crop.y, crop.width, crop.height);
    const shaped = await shaping.png();
    const content = await small((quality) => new Transformer(shaped).webp(quality));
    const thumb = isCover
      ? await new Transformer(shaped).resize({ ...THUMB, fit: ResizeFit.Fill }).webp(70)
      : null;
    const size = crop ?? to;
    return { content, width: size.width, height: size.height, thumb };
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('pictureUnreadable');
  }
}

/** A PNG with 16 bits a channel takes twice the memory; its head says so at a fixed place. */
const isDeep = (bytes: Buffer) => fileType(bytes) === 'png' && bytes[24] === 16;

interface Size {
  width: number;
  height: number;
}

function sizeOf(bytes: Buffer): Size {
  try {
    const { width, height } = imageSize(bytes);
    if (width > 0 && height > 0 && Math.max(width, height) <= LONGEST_SIDE) return { width, height };
  } catch {
    // Said below.
  }
  throw new AppError('pictureUnreadable');
}

/** What a cover is drawn as before it is cut, and the part around its middle that is 4:3. It is never drawn larger than it is. */
export function coverOf({ width, height }: Size): { to: Size; crop: Size & { x: number; y: number } } {
  const unit = Math.min(COVER.width / 4, Math.floor(width / 4), Math.floor(height / 3));
  const shape = { width: Math.max(1, unit * 4), height: Math.max(1, unit * 3) };
  const scale = Math.max(shape.width / width, shape.height / height);
  const to = {
    width: Math.max(shape.width, Math.round(width * scale)),
    height: Math.max(shape.height, Math.round(height * scale)),
  };
  const place = {
    x: Math.floor((to.width - shape.width) / 2),
    y: Math.floor((to.height - shape.height) / 2),
  };
  return { to, crop: { ...place, ...shape } };
}

/** A size whose longer side is no longer than this. */
export function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function small(draw: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const content = await draw(quality);
    if (content.length <= LIMITS.stationFileBytes) return content;
  }
  throw new AppError('payloadTooLarge', { bytes: LIMITS.stationFileBytes });
}
