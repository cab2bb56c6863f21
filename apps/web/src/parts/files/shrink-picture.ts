import { LIMITS } from '@sunfleet/contract';

/** A part of a picture, in its own pixels. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LONGEST = 2048;
const QUALITIES = [0.85, 0.7, 0.55, 0.4, 0.25] as const;

/**
 * A picture small enough to be sent: the whole of it or a part, drawn by the browser, which turns it as the camera held it. Browsers that write no
 * WebP write JPEG. Rejects where the browser cannot read the picture, or where it stays too large.
 */
export async function shrinkPicture(file: Blob, part?: PicturePart): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const from = part ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const scale = Math.min(1, LONGEST / Math.max(from.width, from.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(from.width * scale));
    canvas.height = Math.max(1, Math.round(from.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser draws no pictures');
    context.drawImage(bitmap, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
    for (const type of ['image/webp', 'image/jpeg'])
      for (const quality of QUALITIES) {
        const blob = await toBlob(canvas, type, quality);
        if (blob?.type === type && blob.size <= LIMITS.stationFileBytes) return blob;
      }
    throw new Error('The picture stays too large');
  } finally {
    bitmap.close();
  }
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));
