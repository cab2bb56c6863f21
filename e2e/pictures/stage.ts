import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { routes, type RouteName } from '@sunfleet/contract';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { answerOf } from './answers.ts';
import { NOW, ZONE } from './curves.ts';
import { SESSION } from './session.ts';

const DIST = path.join(import.meta.dirname, '../../apps/web/dist');
/** An origin that browsers trust as they trust https. Nothing listens there: every request is answered here. */
const ORIGIN = 'http://localhost:1';
/** An address that no page has. */
const NOWHERE = '/nowhere';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** One font for every machine, no movement, no blinking caret. */
const LOOK = `<style>
  @font-face { font-family: Pictured; font-weight: 400; src: url(/pictured-400.woff2); }
  @font-face { font-family: Pictured; font-weight: 600; src: url(/pictured-600.woff2); }
  :root { --font: Pictured !important; }
  *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
</style></head>`;

export interface Stage {
  page: Page;
  /** Errors of the page so far. */
  errors: string[];
  /** Opens an address of the product and waits until everything is drawn, `last` included. */
  open: (address: string, last: string) => Promise<void>;
  /** Opens an address as a link from elsewhere does, in a new document, and waits for its title and its data. */
  openAnew: (address: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A browser window before a product whose clock stands still and whose server always answers the same. */
export async function openStage(
  browser: Browser,
  look: { dark?: boolean; signedIn?: boolean; phone?: boolean },
): Promise<Stage> {
  const context = await browser.newContext({
    viewport: look.phone ? { width: 360, height: 740 } : { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: ZONE,
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await answer(context);
  const page = await context.newPage();
  const errors: string[] = [];
  let documents = 0;
  page.on('pageerror', (error) => errors.push(error.message));
  await page.clock.setFixedTime(NOW);
  if (look.signedIn ?? true) {
    await page.addInitScript(
      (session) => localStorage.setItem('sunfleet.session', session),
      JSON.stringify(SESSION),
    );
  }
  const open = async (address: string, last: string) => {
    await page.goto(`${ORIGIN}/#${look.signedIn === false ? address : NOWHERE}`);
    // The title of the page before is gone, so that nothing of it is taken for this one.
    if (look.signedIn !== false) {
      await page.getByText('This page does not exist').waitFor();
      await page.goto(`${ORIGIN}/#${address}`);
    }
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator(last).first().waitFor();
    await dataHere(page);
    await page.evaluate(() => document.fonts.ready);
  };
  const openAnew = async (address: string) => {
    // Another query makes it another document.
    await page.goto(`${ORIGIN}/?${(documents += 1)}#${address}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await dataHere(page);
  };
  return { page, errors, open, openAnew, close: () => context.close() };
}

async function dataHere(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy="true"]').length === 0);
}

async function answer(context: BrowserContext): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const url = new URL(route.request().url());
    await (url.pathname.startsWith('/api/') ? answerCall(route, url) : answerFile(route, url.pathname));
  });
}

async function answerCall(route: Route, url: URL): Promise<void> {
  const name = routeOf(route.request().method(), url.pathname.slice('/api'.length));
  // A live stream stays open and tells nothing.
  if (!name || name.endsWith('Stream')) return;
  await route.fulfill({ json: { code: 200, msg: 'ok', data: answerOf(name, url.searchParams) } });
}

/** The route that a call asks for. One without parameters in its path goes before one with them. */
function routeOf(method: string, asked: string): RouteName | undefined {
  const parts = asked.split('/');
  const fits = (pattern: string) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length && wanted.every((each, at) => each.startsWith(':') || each === parts[at])
    );
  };
  const names = (Object.keys(routes) as RouteName[]).filter(
    (name) => routes[name].method === method && fits(routes[name].path),
  );
  return names.toSorted((a, b) => routes[a].path.split(':').length - routes[b].path.split(':').length)[0];
}

async function answerFile(route: Route, pathname: string): Promise<void> {
  const weight = /^\/pictured-(\d+)\.woff2$/.exec(pathname)?.[1];
  const file = weight
    ? createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`)
    : path.join(DIST, pathname === '/' ? 'index.html' : pathname);
  if (!existsSync(file)) return route.fulfill({ status: 404 });
  const bytes = await readFile(file);
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  const body = type === 'text/html' ? bytes.toString().replace('</head>', LOOK) : bytes;
  return route.fulfill({ body, contentType: type });
}
