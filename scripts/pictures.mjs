// npm run pictures: renews the kept pictures of the ten most used pages, of which `e2e/pictures.spec.ts` holds the product to.
import { buildWeb } from './build-web.mjs';
import { findChromium } from './browser.mjs';
import { environment, install, runTool } from './node.mjs';

install();
buildWeb();
const chromium = await findChromium();
const env = { ...environment(), SUNFLEET_CHROMIUM: chromium, SUNFLEET_RENEW_PICTURES: '1' };
process.exitCode = chromium ? runTool('vitest', ['run', 'e2e/pictures.spec.ts'], { env }) : 1;
