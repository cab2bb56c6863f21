import { setTimeout as wait } from 'node:timers/promises';
import { callAs } from './people.ts';
import { ADMIN, type RunningServer } from './server.ts';

/** Waits until the demo fleet has told its past, which has been rolled up, and stations are live; throws with the server's output when it never is. */
export async function waitForLiveFleet(server: RunningServer): Promise<void> {
  const call = await callAs(server, ADMIN);
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const { rows } = await call('listStations', { query: { sort: 'energyToday', pageSize: 1 } });
    if (rows[0]?.live.energyToday && server.output().includes('fleet is live')) return;
    await wait(500);
  }
  throw new Error(`The demo fleet did not come alive:\n${server.output().slice(-2000)}`);
}
