import vm from 'node:vm';
import v8 from 'node:v8';
import { createPlatform } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createAlarms } from '../../apps/server/src/features/alarms/index.ts';
import { createSunlight, openFleet } from '../../apps/server/src/features/fleet/index.ts';
import { createStates } from '../../apps/server/src/features/live-state/index.ts';
import { openLatest } from '../../apps/server/src/features/telemetry/latest/latest-store.ts';
import { createRollUps } from '../../apps/server/src/features/telemetry/roll-up/create-roll-ups.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { takePartitions } from '../../apps/server/src/platform/ownership/take-partitions.ts';
import { createSampleColumns } from '../../apps/server/src/platform/sample-columns.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';
import { DEVICES, POINT_IDS, valueOf } from './fleet.ts';

/**
 * What the parts of a server hold of each device, as a process of its own: `memory-of-fleet.ts <directory>`. Opens one part after the other on
 * the stores that `fill-fleet.ts` made, lets every device report once to it, and prints the bytes a device that it took.
 */
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
const ROWS_OF_BLOCK = 100_000;

const config = readConfig({ SUNFLEET_DATA_DIR: process.argv[2], SUNFLEET_DEMO: 'off' });
const log = createLog('warn');
const stores = await openStores(config, log);
const platform = await createPlatform({ config, log, version: 'bench' }, stores);

function held(): number {
  for (let round = 0; round < 3; round += 1) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let before = held();
const bytes: Record<string, number> = {};
function note(name: string): void {
  const now = held();
  bytes[name] = (now - before) / DEVICES;
  before = now;
}

/** Every device reports once, as blocks that were stored. */
async function report(): Promise<void> {
  const time = Date.now();
  const block = createSampleColumns(ROWS_OF_BLOCK + POINT_IDS.length);
  for (let device = 1; device <= DEVICES; device += 1) {
    for (const [place, point] of POINT_IDS.entries()) block.add(device, point, time, valueOf(place, device));
    if (block.length < ROWS_OF_BLOCK && device < DEVICES) continue;
    await platform.bus.publish('stored', block);
    block.truncate(0);
  }
}

const fleet = await openFleet(platform);
note('directory');
const latest = await openLatest(platform);
await report();
note('latest');
await latest.stop();
const ownership = await takePartitions(platform.db, { server: 'bench', isSole: true });
const storedUntil = () => Date.now();
const alarms = createAlarms(platform, { ownership, fleet, storedUntil });
await alarms.start();
await report();
await alarms.flush();
note('alarms');
const sunlight = createSunlight();
const rollUps = createRollUps(platform, {
  ownership,
  owns: () => true,
  fleet,
  sunlight,
  ingest: { storedUntil },
});
await report();
note('rollUps');
const states = await createStates(platform, { ownership, fleet, sunlight, storedUntil, rollUps });
await report();
await states.flush();
note('states');
console.log(JSON.stringify(bytes));
process.exit(0);
