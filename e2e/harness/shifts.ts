import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Sums up how much moves on each page that is loaded from now on, as browsers measure it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (!entry.hadRecentInput) moved.sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How much has moved so far on the page, once what came last is drawn. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const read = () => resolve((window as unknown as { moved: { sum: number } }).moved.sum);
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(read)));
      }),
  );

/** Lets every answer of the API take its own while, always the same one, so that the parts of a page come one after the other. */
export async function answerSlowly(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/live')) return route.continue();
    const step = [...pathname.replace(/\d/g, '')].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 9;
    await wait(100 + step * 100);
    // The page may have gone meanwhile.
    return route.continue().catch(() => undefined);
  });
}
