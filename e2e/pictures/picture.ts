import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';

const BASELINES = path.join(import.meta.dirname, 'baselines');
/** Actual pictures and differences of a failed run; not kept in the repository. */
const FAILED = path.join(import.meta.dirname, 'failed');
/** Set by `npm run pictures`. */
const RENEW = process.env['SUNFLEET_RENEW_PICTURES'] === '1';

/** Each pixel of a kept picture is the mean of so many by so many of the screen, so that the edges of letters do not matter. */
const BLOCK = 4;
/** Distance of colours from which on a pixel differs, 0 to 1. Fine steps of grey between card and page are below it. */
const THRESHOLD = 0.06;
/** Share of pixels that may differ. */
const ALLOWED = 0.004;
/** Depth of colour that is kept. */
const DEPTH = 8;

/** So long a page that stands still may go on to draw what is missing: a map asks for its land when its frame is there. Milliseconds. */
const DRAWN_MS = 20_000;

/** Compares what a page looks like with the kept picture; answers what is wrong, nothing where they agree. */
export async function comparePicture(page: Page, name: string): Promise<string | undefined> {
  const file = path.join(BASELINES, `${name}.png`);
  const kept = existsSync(file) ? PNG.sync.read(await readFile(file)) : undefined;
  if (!kept && !RENEW) return `${name}: no picture is kept; npm run pictures makes it`;
  const { actual, found, share } = await comparedWith(page, kept);
  if (share <= ALLOWED) return undefined;
  if (RENEW || !found) {
    await mkdir(BASELINES, { recursive: true });
    await writeFile(file, PNG.sync.write(actual));
    return undefined;
  }
  await mkdir(FAILED, { recursive: true });
  await writeFile(path.join(FAILED, `${name}.actual.png`), PNG.sync.write(actual));
  await writeFile(path.join(FAILED, `${name}.diff.png`), PNG.sync.write(found.diff));
  return `${name}: ${(share * 100).toFixed(1)} % of the picture differ; see ${FAILED}`;
}

/** What the page looks like, and how far it differs from what is kept: at last, if it does not come to look alike. */
async function comparedWith(page: Page, kept: PNG | undefined) {
  for (const deadline = Date.now() + DRAWN_MS; ;) {
    const actual = await settledPicture(page);
    const found = kept && differing(kept, actual);
    const share = kept && found ? found.count / (kept.width * kept.height) : 1;
    if (!kept || share <= ALLOWED || Date.now() > deadline) return { actual, found, share };
  }
}

function differing(kept: PNG, actual: PNG): { count: number; diff: PNG } {
  const { width, height } = kept;
  const diff = new PNG({ width, height });
  if (actual.width !== width || actual.height !== height) return { count: width * height, diff };
  const options = { threshold: THRESHOLD, includeAA: true };
  return { count: pixelmatch(kept.data, actual.data, diff.data, width, height, options), diff };
}

/** So many pictures in a row must be the same, ms apart. */
const SAME = 3;
const PAUSE = 100;

/** The picture of a page that has come to rest. */
async function settledPicture(page: Page): Promise<PNG> {
  let before: PNG | undefined;
  let same = 1;
  for (let tries = 0; tries < 60; tries += 1) {
    const now = smaller(PNG.sync.read(await page.screenshot()));
    same = before?.data.equals(now.data) ? same + 1 : 1;
    if (same === SAME) return now;
    before = now;
    await wait(PAUSE);
  }
  throw new Error('The page does not come to rest.');
}

/** Means of blocks, in fewer colours. */
function smaller(picture: PNG): PNG {
  const [width, height] = [Math.floor(picture.width / BLOCK), Math.floor(picture.height / BLOCK)];
  const small = new PNG({ width, height, colorType: 2 });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        small.data[at + channel] = Math.min(255, Math.round(meanOf(picture, x, y, channel) / DEPTH) * DEPTH);
      }
      small.data[at + 3] = 255;
    }
  }
  return small;
}

function meanOf({ data, width }: PNG, x: number, y: number, channel: number): number {
  let sum = 0;
  for (let row = 0; row < BLOCK; row += 1) {
    for (let column = 0; column < BLOCK; column += 1) {
      sum += data[((y * BLOCK + row) * width + x * BLOCK + column) * 4 + channel]!;
    }
  }
  return sum / BLOCK ** 2;
}
