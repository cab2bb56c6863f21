import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Without this, the library would fetch its module from a server of others.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** Larger pictures are made smaller: a label that fills a quarter of them stays legible, and a phone reads it in a moment. */
const MOST_PIXELS = 1600;

/** Reads codes in WebAssembly, for browsers that cannot do it by themselves. */
export async function readWithZxing(picture: ImageBitmapSource): Promise<string[]> {
  const found = await readBarcodes(await pixelsOf(picture), { tryHarder: true, maxNumberOfSymbols: 8 });
  return found.map(({ text }) => text);
}

async function pixelsOf(picture: ImageBitmapSource): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture);
  const factor = Math.min(1, MOST_PIXELS / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * factor));
  const height = Math.max(1, Math.round(bitmap.height * factor));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
