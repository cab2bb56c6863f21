import type { Page } from 'playwright-core';

/** Side of the small copy in which a canvas is looked at. */
const COPY = 64;

/**
 * Waits until the page has so many of these elements, looking in each frame, and until something is painted on each canvas among them.
 * Playwright's own waiting looks twice a second after its first tries, which would be the resolution of the figure.
 */
export async function untilDrawn(page: Page, selector: string, count = 1): Promise<void> {
  await page.waitForFunction(
    ([wanted, least, side]) => {
      const found = [...document.querySelectorAll(wanted)];
      if (found.length < least) return false;
      const copy = Object.assign(document.createElement('canvas'), { width: side, height: side });
      const brush = copy.getContext('2d', { willReadFrequently: true })!;
      return found.every((element) => {
        if (!(element instanceof HTMLCanvasElement)) return true;
        brush.clearRect(0, 0, side, side);
        brush.drawImage(element, 0, 0, side, side);
        return brush.getImageData(0, 0, side, side).data.some((value) => value > 0);
      });
    },
    [selector, count, COPY] as const,
    { polling: 'raf' },
  );
}
