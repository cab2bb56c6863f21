import { setTimeout as wait } from 'node:timers/promises';
import { signInAdministrator } from '../administrator.ts';
import type { BenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { withLoggers } from '../v5/loggers.ts';

/** Each of them behind a V5 logger of its own. */
const DEVICES = Number(process.env.BENCH_DEVICES ?? 10_000);
const SECOND_MS = 1000;

/** A task that reads registers of simulated devices: how long it takes, how soon its progress is told each second, and how often that stood still. */
export const taskBench: Bench = {
  names: ['task.devices', 'task.failed', 'task.progress.p95', 'task.still'],
  async run(_, tell) {
    await withLoggers({ loggers: DEVICES, withDevice: DEVICES }, async (server) => {
      const call = await callAsAdministrator(server);
      const began = performance.now();
      const runId = await begin(server, call);
      const { asked, still, failed } = await watch(call, runId);
      tell({ name: 'task.devices', value: (performance.now() - began) / 1000, unit: 's' });
      tell({ name: 'task.failed', value: failed, unit: 'devices' });
      tell({ name: 'task.progress.p95', value: quantile(asked, 0.95), unit: 'ms' });
      tell({ name: 'task.still', value: still, unit: 'seconds' });
    });
  },
};

type Call = <T>(path: string, body?: object) => Promise<T>;

async function callAsAdministrator(server: BenchServer): Promise<Call> {
  const authorization = `Bearer ${await signInAdministrator(server)}`;
  return async <T>(path: string, body?: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, msg } = (await response.json()) as { data: T; msg: string };
    if (response.status !== 200) throw new Error(`${path}: ${msg}`);
    return data;
  };
}

/** A task that begins now; answers its run. */
async function begin({ sql }: BenchServer, call: Call): Promise<number> {
  const of = { code: 'BENCH', name: 'Bench', description: '' };
  const read = { ...of, fn: 3, address: 60, count: 2, data: '', dangerous: false };
  const instruction = await call<{ id: number }>('/instructions', read);
  const steps = [{ instructionId: instruction.id }];
  const set = await call<{ id: number }>('/instruction-sets', { ...of, steps });
  const [station] = await sql<{ id: string }>(`SELECT id FROM stations WHERE name = 'Bench'`);
  const { id } = await call<{ id: number }>('/tasks', {
    name: 'Bench',
    instructionSetId: set.id,
    target: { stationIds: [Number(station!.id)] },
    schedule: { kind: 'now' },
    timeZone: 'UTC',
    window: null,
    concurrency: 200,
  });
  for (;;) {
    const [row] = await sql<{ id: string }>(`SELECT max(id) AS id FROM runs HAVING count(*) > 0`);
    if (row) return Number(row.id);
    console.log(await call(`/tasks?id=${id}`));
    await wait(SECOND_MS);
  }
}

/** Asks each second how far the run is, as a page does, until it has ended. */
async function watch(call: Call, runId: number) {
  const asked: number[] = [];
  let [still, ended] = [0, 0];
  for (;;) {
    const began = performance.now();
    const { state, devices } = await call<{ state: string; devices: Record<string, number> }>(
      `/runs/${runId}`,
    );
    asked.push(performance.now() - began);
    const now = DEVICES - devices.waiting! - devices.running!;
    if (state === 'finished') return { asked, still, failed: DEVICES - devices.done! };
    if (now === ended) still += 1;
    ended = now;
    await wait(Math.max(0, SECOND_MS - (performance.now() - began)));
  }
}
