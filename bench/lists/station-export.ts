import { STATION_COLUMNS, type StationExport } from '@sunfleet/contract';
import type { BenchServer } from '../bench-server.ts';
import type { Figure } from '../figure.ts';
import { residentMegabytes } from '../resident-megabytes.ts';

const LOOK_MS = 100;

/** Seconds until all stations stand in a workbook with every column, and how much memory the server takes for it beyond what it had. */
export async function measureExport(
  server: BenchServer,
  token: string,
  tell: (figure: Figure) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${server.url}/api/station-exports`;
  const columns = STATION_COLUMNS.filter((column) => column !== 'day');
  const before = await residentMegabytes(server.pid);
  let most = before;
  const began = performance.now();
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ format: 'xlsx', columns }) });
  for (;;) {
    most = Math.max(most, await residentMegabytes(server.pid));
    const { data } = (await (await fetch(url, { headers })).json()) as { data: StationExport[] };
    if (data[0]?.state === 'failed') throw new Error(`the export failed: ${data[0].error}`);
    if (data[0]?.state === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  tell({ name: 'export.stations', value: (performance.now() - began) / 1000, unit: 's' });
  tell({ name: 'export.rss', value: most - before, unit: 'MB' });
}
