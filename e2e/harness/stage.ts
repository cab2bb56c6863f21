import { openBrowser } from './browser.ts';
import { callAs } from './people.ts';
import { ADMIN, startServer } from './server.ts';

/** Where the journeys of one file take place: a server without a fleet, a browser, and the API as the administrator. */
export async function openStage() {
  const [server, browser] = await Promise.all([startServer({ demo: false }), openBrowser()]);
  const admin = await callAs(server, ADMIN);
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  return { server, browser, admin, close };
}
