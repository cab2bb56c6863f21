import { localTable, syncReplicas } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { monthOf, type ImportSlice } from './import-slices.ts';

/** An import that is taken back. */
export interface TakenBack {
  importId: number;
  /** Its devices, as far as they are still those of the import's owner. */
  devices: readonly number[];
  /** Other imports that stand and may have written the same places. */
  others: readonly number[];
  cluster: string | undefined;
}

const DAY_MS = 86_400_000;

const KEY = 'device, point, time';
const SPAN = `device IN {devices:Array(UInt32)}
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})`;
/** The last value that the import wrote into each place. */
const ownIn = (values: string) => `SELECT ${KEY}, argMax(value, block) AS written, max(at) AS listed
  FROM ${values} WHERE import = {import:UInt32} AND ${SPAN} GROUP BY ${KEY}`;
/** What stood there before. */
const beforeIn = (overwritten: string) =>
  `SELECT ${KEY}, value AS before FROM ${overwritten} FINAL WHERE import = {import:UInt32} AND ${SPAN}`;
/** Places that another import, which stands, wrote after it. */
const laterIn = (
  values: string,
  columns: string,
) => `SELECT ${columns} FROM ${values} AS v INNER JOIN (${ownIn(values)}) AS own USING (${KEY})
  WHERE v.import IN {others:Array(UInt32)} AND v.at > own.listed`;
const OWN = ownIn('import_values');
const BEFORE = beforeIn('import_overwritten');
const LATER = laterIn('import_values', 'v.device, v.point, v.time');

/**
 * Takes back what an import wrote within a slice: places that were empty are empty again, others hold what stood there. What devices or other
 * imports wrote later stays, as far as it is another value. May be repeated. `dropped`: samples of the time may have been dropped by their
 * age; what other imports wrote there comes back, so that roll-ups can be made of it.
 */
export async function takeBackSlice(
  samples: SamplesDb,
  { importId, devices, others, cluster }: TakenBack,
  slice: ImportSlice & { dropped: boolean; now: number },
): Promise<void> {
  const { from, to, dropped, now } = slice;
  const params = { import: importId, devices, others, from, to, now };
  if (others.length > 0) await passOn(samples, params);
  if (dropped) await bringBack(samples, params);
  await restore(samples, params);
  await deleteOwn(samples, params, cluster);
}

/**
 * Deletes what the import wrote and nobody after it; also what lies below a value that came later, because it would show when that one is
 * deleted. Each replica of a cluster looks it up in its own tables, which hold the same devices and must be complete before.
 */
async function deleteOwn(samples: SamplesDb, params: Params, cluster: string | undefined): Promise<void> {
  const [values, overwritten] = [
    localTable('import_values', cluster),
    localTable('import_overwritten', cluster),
  ];
  if (cluster) await syncReplicas(samples, cluster, ['samples', 'import_values', 'import_overwritten']);
  const later = laterIn(values, 'v.device, v.point, v.time, v.value');
  await samples.command(
    `DELETE FROM ${localTable('samples', cluster)} ${onCluster(cluster)} IN PARTITION ${monthOf(params.from)} WHERE ${SPAN} AND (${KEY}, value) IN (
       SELECT ${KEY}, value FROM ${values} WHERE import = {import:UInt32} AND ${SPAN}
         AND (${KEY}, value) NOT IN (SELECT ${KEY}, assumeNotNull(before) FROM (${beforeIn(overwritten)}) WHERE before IS NOT NULL)
         ${params.others.length > 0 ? `AND (${KEY}, value) NOT IN (${later})` : ''})
     SETTINGS allow_nondeterministic_mutations = 1`,
    params,
  );
}

type Params = Readonly<Record<string, unknown>> & { from: number; to: number; others: readonly number[] };

const unlessLater = (others: readonly number[]) =>
  others.length > 0 ? `AND (${KEY}) NOT IN (${LATER})` : '';

/** The next import that wrote the same place found there what this one wrote. What this one found is what it stands on now. */
async function passOn(samples: SamplesDb, params: Params): Promise<void> {
  await samples.command(
    `INSERT INTO import_overwritten (import, ${KEY}, value, at, version)
     SELECT next.1, device, point, time, before, next.3, greatest({now:UInt64}, next.4 + 1)
     FROM (
       SELECT o.device AS device, o.point AS point, o.time AS time, any(own.written) AS written,
         argMin(tuple(o.import, o.value, o.at, o.version), o.at) AS next
       FROM (SELECT * FROM import_overwritten FINAL WHERE import IN {others:Array(UInt32)} AND ${SPAN}) AS o
       INNER JOIN (${OWN}) AS own USING (${KEY})
       WHERE o.at > own.listed GROUP BY o.device, o.point, o.time) AS later
     LEFT JOIN (${BEFORE}) AS old USING (${KEY})
     WHERE next.2 = written`,
    params,
  );
}

/** Puts into empty places what stood there before the import, or what another one wrote there. */
async function bringBack(samples: SamplesDb, params: Params): Promise<void> {
  const present = `SELECT ${KEY} FROM samples WHERE ${SPAN}`;
  await samples.command(
    `INSERT INTO samples SELECT ${KEY}, assumeNotNull(before) FROM (${BEFORE})
     WHERE before IS NOT NULL AND (${KEY}) NOT IN (${present})`,
    params,
  );
  await samples.command(
    `INSERT INTO samples SELECT ${KEY}, argMax(value, (at, block)) FROM import_values
     WHERE import IN {others:Array(UInt32)} AND ${SPAN} AND (${KEY}) NOT IN (${present}) GROUP BY ${KEY}`,
    { ...params, from: params.from - DAY_MS, to: params.to + DAY_MS },
  );
}

async function restore(samples: SamplesDb, params: Params): Promise<void> {
  await samples.command(
    `INSERT INTO samples SELECT device, point, time, assumeNotNull(old.before)
     FROM (${BEFORE}) AS old INNER JOIN (${OWN}) AS own USING (${KEY})
     INNER JOIN (SELECT ${KEY}, value AS current FROM samples FINAL WHERE ${SPAN}) AS now USING (${KEY})
     WHERE old.before IS NOT NULL AND now.current = own.written ${unlessLater(params.others)}`,
    params,
  );
}
