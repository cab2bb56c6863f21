import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const CANDIDATES = [
  process.env.SUNFLEET_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A headless Chromium that makes no requests to the internet. It draws WebGL in software, for the map. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CANDIDATES.find((file) => file && existsSync(file)) ?? chromium.executablePath(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // Without a graphics card, pages are put together faster by the processor itself than by one that it imitates.
      '--disable-gpu-compositing',
      // A shell draws letters as a browser with a window does.
      '--font-render-hinting=slight',
      // Host names of journeys that need more than one.
      '--host-resolver-rules=MAP *.example.test 127.0.0.1',
    ],
  });
}

export interface PageOptions {
  width?: number;
  height?: number;
  language?: string;
  dark?: boolean;
}

/** A fresh page of a person: no session, the given window and language. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.language ?? 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(90_000);
  await context.addInitScript(tellRefused);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, context, errors };
}

/** Runs in the page: what its content policy refuses is an error, also where the code that tried says nothing of it. */
function tellRefused(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- what the console of a page says is what `errors` has
    console.error(`the content policy refused ${blockedURI} by ${violatedDirective} in ${sourceFile}`),
  );
}

/** The field with exactly this label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
