import { Transformer } from '@napi-rs/image';
import { LIMITS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintPng } from '../../../test/mint-png.ts';
import { coverOf, drawPicture, within } from './draw-picture.ts';

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'drawn',
    (error: { key?: string }) => error.key,
  );

/** Left half red, right half blue, and the camera was turned by a quarter. */
async function turnedPhoto(width: number, height: number): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(at % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
  const png = await Transformer.fromRgbaPixels(pixels, width, height).png();
  const jpeg = await new Transformer(png).jpeg(90);
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

test('a cover is cut to 4:3 around its middle and drawn no larger than it is', () => {
  expect(coverOf({ width: 4000, height: 3000 })).toEqual({
    to: { width: 1280, height: 960 },
    crop: { x: 0, y: 0, width: 1280, height: 960 },
  });
  expect(coverOf({ width: 400, height: 1000 })).toEqual({
    to: { width: 400, height: 1000 },
    crop: { x: 0, y: 350, width: 400, height: 300 },
  });
  expect(coverOf({ width: 1, height: 1 }).crop).toMatchObject({ width: 1, height: 1 });
  expect(within({ width: 4096, height: 10 }, 2048)).toEqual({ width: 2048, height: 5 });
});

test('a photo is turned as the camera held it, and nothing but its pixels is kept', async () => {
  const photo = Buffer.concat([
    await turnedPhoto(400, 300),
    Buffer.from('PK\u0003\u0004<script>alert(1)</script>'),
  ]);
  const drawn = await drawPicture(photo, true);
  expect([drawn.width, drawn.height]).toEqual([300, 225]);
  const pixels = await new Transformer(drawn.content).rawPixels();
  const middleOf = (row: number) => [...pixels.subarray((row * 300 + 150) * 3, (row * 300 + 150) * 3 + 3)];
  expect(middleOf(10)[0]).toBeGreaterThan(200);
  expect(middleOf(214)[2]).toBeGreaterThan(200);
  expect(drawn.content.includes('script')).toBe(false);
  expect(drawn.content.includes('Exif')).toBe(false);
  expect((await new Transformer(drawn.thumb!).metadata()).format).toBe('webp');
  const picture = await drawPicture(photo, false);
  expect([picture.width, picture.height, picture.thumb]).toEqual([300, 400, null]);
});

test('a hundred megapixels in twelve kilobytes are refused before they are unpacked', async () => {
  const bomb = mintPng(10_000, 10_000);
  expect(bomb.length).toBeLessThan(LIMITS.stationFileBytes);
  expect(await keyOf(drawPicture(bomb, false))).toBe('pictureTooLarge');
});

test('what only begins like a picture is refused', async () => {
  expect(await keyOf(drawPicture(mintPng(10, 10).subarray(0, 40), false))).toBe('pictureUnreadable');
  expect(await keyOf(drawPicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), true))).toBe(
    'pictureUnreadable',
  );
});

test('what takes more memory or time than its pixels tell is refused by its head', async () => {
  const head = (width: number, height: number, depth: number) => {
    const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000000600000000000000', 'hex');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes[24] = depth;
    return bytes;
  };
  expect(await keyOf(drawPicture(head(4000, 4000, 16), false))).toBe('pictureTooLarge');
  expect(await keyOf(drawPicture(head(4000, 4000, 8), false))).toBe('pictureUnreadable');
  const line = await Transformer.fromRgbaPixels(new Uint8Array(20_000 * 4), 20_000, 1).png();
  expect(await keyOf(drawPicture(line, false))).toBe('pictureUnreadable');
});
