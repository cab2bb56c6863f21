import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from './api.ts';
import type { RunningServer } from './server.ts';

interface StationPage {
  rows: { live: { energyToday: number | null } }[];
}

/** Waits until the demo fleet has told its past, which has been rolled up, and stations are live; throws with the server's output when it never is. */
export async function waitForLiveFleet(server: RunningServer): Promise<void> {
  const api = await apiClient(server);
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const { rows } = (await api.get('/stations?sort=energyToday&pageSize=1')) as StationPage;
    if (rows[0]?.live.energyToday && server.output().includes('fleet is live')) return;
    await wait(500);
  }
  throw new Error(`The demo fleet did not come alive:\n${server.output().slice(-2000)}`);
}
