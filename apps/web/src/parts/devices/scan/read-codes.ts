import { loadChunk } from '../../../lib/load-chunk.ts';

/** Reads the texts of bar codes and QR codes in a picture. */
export type ReadCodes = (picture: ImageBitmapSource) => Promise<string[]>;

/** What browsers that read codes by themselves offer; types of the DOM do not know it yet. */
interface CodeDetector {
  detect: (picture: ImageBitmapSource) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new () => CodeDetector;

/** The browser's own reader where it has one, else the one of the product, which is fetched now. */
export async function openReader(): Promise<ReadCodes> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector) {
    const detector = new BarcodeDetector();
    return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
  }
  const { readWithZxing } = await loadChunk(() => import('./read-with-zxing.ts'));
  return readWithZxing;
}
