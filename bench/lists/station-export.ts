import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STATION_COLUMNS, type StationExport } from '@sunfleet/contract';
import type { BenchServer } from '../bench-server.ts';
import type { Figure } from '../figure.ts';
import { residentMegabytes } from '../resident-megabytes.ts';

const LOOK_MS = 100;
/** The name of one of the stations: a formula where a file does not say that it is a text. */
const FORMULA = '=1+1';

/**
 * Seconds until all stations stand in a workbook with every column, and how much memory the server takes for it beyond what it had. The workbook is
 * then opened and walked.
 */
export async function measureExport(
  server: BenchServer,
  token: string,
  tell: (figure: Figure) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${server.url}/api/station-exports`;
  const columns = STATION_COLUMNS.filter((column) => column !== 'day');
  await server.sql('UPDATE stations SET name = $1 WHERE id = (SELECT max(id) FROM stations)', [FORMULA]);
  const before = await residentMegabytes(server.pid);
  let most = before;
  const began = performance.now();
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ format: 'xlsx', columns }) });
  let written: StationExport | undefined;
  while (written?.state !== 'done') {
    most = Math.max(most, await residentMegabytes(server.pid));
    const { data } = (await (await fetch(url, { headers })).json()) as { data: StationExport[] };
    written = data[0];
    if (written?.state === 'failed') throw new Error(`the export failed: ${written.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  tell({ name: 'export.stations', value: (performance.now() - began) / 1000, unit: 's' });
  tell({ name: 'export.rss', value: most - before, unit: 'MB' });
  const file = await fetch(`${url}/${written.id}/file`, { headers });
  await walk(Buffer.from(await file.arrayBuffer()), written.rows);
}

/** Fails unless the workbook holds the rows whole and its formula as a text. */
async function walk(bytes: Buffer, rows: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-export-'));
  try {
    const file = path.join(folder, 'stations.xlsx');
    await writeFile(file, bytes);
    const script = path.join(import.meta.dirname, 'walk-workbook.ts');
    const child = spawn(process.execPath, [script, file, String(rows), FORMULA], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error('the workbook is not what was asked for');
  } finally {
    await rm(folder, { recursive: true });
  }
}
