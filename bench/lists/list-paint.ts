import { ADDRESSES } from '@sunfleet/contract';
import { chromium } from 'playwright-core';
import { ADMINISTRATOR } from '../administrator.ts';
import type { BenchServer } from '../bench-server.ts';
import { chromiumPath } from '../chromium.ts';
import { untilDrawn } from '../web/until-drawn.ts';

const VISITS = 9;

/** Median time from opening the list to its first rows in a browser that knows the page's files, ms. */
export async function paintTime(server: BenchServer): Promise<number> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const list = `${server.url}/#${ADDRESSES.stations}?sort=power`;
    await page.goto(list);
    await page.locator('input[autocomplete="username"]').fill(ADMINISTRATOR.account);
    await page.locator('input[type="password"]').fill(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await page.locator('[data-row]').first().waitFor();
    const times: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      await page.goto('about:blank');
      const began = performance.now();
      await page.goto(list, { waitUntil: 'commit' });
      await untilDrawn(page, '[data-row]');
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(VISITS / 2)]!;
  } finally {
    await browser.close();
  }
}
