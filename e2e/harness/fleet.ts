import { setTimeout as wait } from 'node:timers/promises';
import { callAs } from './people.ts';
import { ADMIN, type RunningServer } from './server.ts';

/**
 * Waits until the past of the demo fleet is rolled up and its stations are live. Throws with the output of the server when that takes too
 * long.
 */
export async function waitForLiveFleet(server: RunningServer): Promise<void> {
  const call = await callAs(server, ADMIN);
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    const { rows } = await call('listStations', { query: { sort: 'energyToday', pageSize: 1 } });
    if (rows[0]?.live.energyToday && server.output().includes('fleet is live')) return;
    await wait(500);
  }
  throw new Error(`The demo fleet did not come alive:\n${server.output().slice(-2000)}`);
}
