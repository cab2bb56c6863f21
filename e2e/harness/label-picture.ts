import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A photograph of a label: one code with this text, as a PNG. */
export async function labelPicture(
  text: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const module = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const bytes = await readFile(module);
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(bytes).buffer } });
  const { image, error } = await writeBarcode(text, { format: 'Code128', scale: 4 });
  if (!image) throw new Error(error);
  return { name: 'label.png', mimeType: 'image/png', buffer: Buffer.from(await image.arrayBuffer()) };
}
