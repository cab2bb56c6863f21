import type { Page } from 'playwright-core';

/** What a click led to, by the clock of the page, milliseconds. */
export interface Click {
  clicked: number;
  /** When the page first showed that it is at work. */
  shown: number;
}

/** Does what clicks, waits for what `until` waits for, and answers when each thing was to be seen. */
export async function timeClick(
  page: Page,
  click: () => Promise<void>,
  until: () => Promise<void>,
): Promise<Click> {
  await page.evaluate(() => {
    const times = { clicked: 0, shown: 0 };
    Object.assign(window, { times });
    addEventListener('click', () => (times.clicked = performance.now()), { capture: true, once: true });
    new MutationObserver(() => {
      if (document.querySelector('[role="progressbar"]')) times.shown ||= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await click();
  await until();
  return page.evaluate(() => (window as unknown as { times: Click }).times);
}
