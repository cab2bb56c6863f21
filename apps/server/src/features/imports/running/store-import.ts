import { systemActor } from '../../../platform/actor.ts';
import type { KnownDevice, SampleBlock } from '../../../platform/ingest.ts';
import { ensureDevices } from '../../devices/index.ts';
import { addStored, listValues } from '../../telemetry/index.ts';
import { GaveWay } from '../limits/give-way.ts';
import { createTurn, type Turn } from './create-turn.ts';
import { updateImport, type ImportRecord } from './import-record.ts';
import { mayAddDevices } from './may-add-devices.ts';
import type { OpenedTable } from '../process/file-reader.ts';
import { whileRight, type RightCheck } from './right-check.ts';
import type { RunParts } from './run-parts.ts';
import { storeRows, type Target } from './store-rows.ts';

/** Adds the devices the station lacks, then stores the rows of a checked file from where the import stands. Throws `GaveWay` where others have their turn. */
export async function storeImport(
  parts: RunParts,
  record: ImportRecord,
  requireRight: RightCheck,
): Promise<void> {
  const { platform, uploads, reader } = parts;
  const turn = createTurn(parts, record);
  const file = uploads.read(record.fileId);
  const table = await reader.open(file, record.mapping, platform.clock.now(), record.rowsDone);
  try {
    await storeTable(parts, record, { table, requireRight, turn });
  } finally {
    await table.end();
  }
  const where = { id: record.id, state: 'importing' as const };
  await updateImport(platform.db, where, { state: 'done', finishedAt: new Date(platform.clock.now()) });
  await uploads.remove(record.fileId);
}

async function storeTable(
  parts: RunParts,
  record: ImportRecord,
  { table, requireRight, turn }: { table: OpenedTable; requireRight: RightCheck; turn: Turn },
): Promise<void> {
  const { platform, ingest, signal } = parts;
  await requireRight();
  const targets = await findTargets(parts, record, table.columns);
  const devices = [...new Set([...targets.values()].map(({ device }) => device))];
  const where = { id: record.id, state: 'importing' as const };
  let hasStored = false;
  await storeRows({
    rows: table.rows,
    before: record.rowsDone,
    targetOf: (sn, point) => targets.get(`${sn} ${point}`)!,
    async store(block, rowsDone) {
      signal.throwIfAborted();
      // What came before is stored and told of.
      if (hasStored && turn.isOver(table.reachedAt()!) && (await turn.leaves())) throw new GaveWay();
      hasStored = true;
      await ingest.room();
      // Before anything is noted of the block: what is noted is what will be stored.
      await ingest.asRecorded(block);
      await requireRight(devices);
      if (rowsDone > record.rowsListed) await list(parts, record, { block: rowsDone, values: block });
      await whileRight(requireRight, devices, (lost) => ingest.submit(block, lost));
      await count(parts, record, block.length);
    },
    async onProgress(rowsDone, samples) {
      await updateImport(platform.db, where, { rowsDone, samples: record.samples + samples });
    },
  });
}

/**
 * Lists a block before it is stored. That it is listed is noted before it is stored as well: whoever goes on after a crash must not take for
 * somebody else's what this import has written.
 */
async function list(
  { platform }: RunParts,
  { id }: ImportRecord,
  { block, values }: { block: number; values: SampleBlock },
): Promise<void> {
  const { db, samples, clock } = platform;
  await listValues(samples, { importId: id, block, values, at: clock.now() });
  await updateImport(db, { id, state: 'importing' }, { rowsListed: block });
}

/** What was stored counts at once, with the list of it. */
async function count({ platform }: RunParts, { station }: ImportRecord, stored: number): Promise<void> {
  const { db, clock } = platform;
  const { organisationId } = station;
  await addStored(db, { organisationId, values: 2 * stored, countedAt: clock.now() });
}

/** Where each point of each device goes; every custom point is registered before the first sample is stored. */
async function findTargets(
  { platform, ingest }: RunParts,
  record: ImportRecord,
  columns: readonly { sn: string | null; point: string }[],
): Promise<Map<string, Target>> {
  const sns = await devicesOf(platform, record.id);
  const actor = { ...systemActor, kind: 'user' as const, userId: record.userId };
  const ids = await ensureDevices(
    platform,
    { actor, address: null },
    {
      station: record.station,
      sns,
      kind: record.mapping.deviceKind,
      mayAdd: await mayAddDevices(platform, record),
    },
  );
  const targets = new Map<string, Target>();
  for (const { sn, point } of columns) {
    for (const name of sn === null ? sns : [sn]) {
      const device = ids.get(name);
      if (device === undefined) continue;
      // One that has begun goes on to its end.
      if (record.rowsDone === 0) ingest.admit(known(device, name, record), 'import');
      targets.set(`${name} ${point}`, {
        device,
        point: await ingest.pointId(known(device, name, record), point),
      });
    }
  }
  return targets;
}

async function devicesOf({ db }: RunParts['platform'], id: number): Promise<string[]> {
  const row = await db.selectFrom('imports').select('devices').where('id', '=', id).executeTakeFirstOrThrow();
  return row.devices;
}

function known(id: number, sn: string, record: ImportRecord): KnownDevice {
  return {
    id,
    sn,
    kind: record.mapping.deviceKind,
    profileId: null,
    organisationCode: null,
    stationId: record.station.id,
    timeZone: record.mapping.timeZone,
    meterRole: null,
    ratedPower: null,
  };
}
