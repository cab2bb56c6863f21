import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { RollUpRun } from './device-energies.ts';
import { countRunStates } from './run-state-days.ts';

const NAME = 'run-state-days';
const DAY_MS = 86_400_000;
/** Nobody asks for more of a fleet. */
const KEPT_DAYS = 92;
/** Stations and days of one statement. */
const STATIONS = 100;
const DAYS = 31;
/** Below that of every roll-up, whose rows go first. */
const VERSION = 1;

/** Counts, once, what was told before there were counts. May be begun again from the beginning, and beside roll-ups of any server. */
export async function countKeptStates(
  run: Pick<RollUpRun, 'db' | 'fleet' | 'sunlight' | 'now'>,
  isStopped: () => boolean,
): Promise<void> {
  if (await isCounted(run.db)) return;
  const stations = await stationsTold(run);
  for (let to = run.now; to > run.now - KEPT_DAYS * DAY_MS; to -= DAYS * DAY_MS) {
    const from = to - DAYS * DAY_MS;
    for (let at = 0; at < stations.length; at += STATIONS) {
      if (isStopped()) return;
      const spans = stations.slice(at, at + STATIONS).map((station) => ({ station, from, to }));
      await countRunStates(run, spans, VERSION);
    }
  }
  await run.db.command(`INSERT INTO roll_up_progress VALUES ('${NAME}', now64(3))`);
}

/** Stations of the devices that told of a state in the days that are kept: where none did, there is nothing to count. */
async function stationsTold({ db, fleet, now }: Pick<RollUpRun, 'db' | 'fleet' | 'now'>): Promise<number[]> {
  const since = Math.floor((now - KEPT_DAYS * DAY_MS) / 1000);
  const rows = await db.query<{ device: number }>(
    `SELECT DISTINCT device FROM run_state_5m WHERE bucket >= toDateTime({since:UInt32}, 'UTC')`,
    { since },
  );
  const told = new Set(rows.map(({ device }) => device));
  const homes = [...fleet.devices()].flatMap(({ id, stationId }) => (told.has(id) ? (stationId ?? []) : []));
  return [...new Set(homes)];
}

async function isCounted(db: SamplesDb): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM roll_up_progress WHERE name = '${NAME}' LIMIT 1`);
  return rows.length > 0;
}
