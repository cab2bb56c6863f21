import { type Call, createScriptClient, signIn } from '@sunfleet/api-client';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { importMapping, type ImportMapping, type ImportRun, LIMITS } from '@sunfleet/contract';
import type { ImportArguments } from './arguments.ts';

const POLL_MS = 400;
const FINAL: ReadonlySet<ImportRun['state']> = new Set(['done', 'failed', 'cancelled']);

export interface Terminal {
  print(line: string): void;
  /** Replaces the line before, where the terminal can. */
  progress(line: string): void;
  language: string;
}

/** Uploads, imports and tells how it goes. True when everything was imported. Rejects with an `Error` made for people. */
export async function runCli(args: ImportArguments, terminal: Terminal): Promise<boolean> {
  const call = await clientOf(args, terminal);
  const station = await findStation(call, args.station);
  const file = new FormData();
  file.append('file', await openAsBlob(args.file), path.basename(args.file));
  const preview = await call('previewImport', { body: file });
  // One device was named, so a column that looks like one of devices is not taken for it.
  const oneDevice = args.mapping.sn !== undefined && args.mapping.deviceColumn === undefined;
  const guess = oneDevice ? { ...preview.guess, deviceColumn: undefined } : preview.guess;
  const wanted = { timeZone: station.timeZone, ...guess, ...args.mapping, stationId: station.id };
  const { data: mapping, error } = importMapping.safeParse(wanted);
  if (!mapping)
    throw new Error(
      `Not told, and not to be guessed: ${error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );
  describe(terminal, mapping, { rows: preview.rows, station: station.name });
  if (args.preview) return true;
  const { id } = await call('startImport', {
    body: { fileId: preview.fileId, mapping, onError: args.onError },
  });
  return report(terminal, await follow(call, id, terminal));
}

async function clientOf(args: ImportArguments, { language }: Terminal): Promise<Call> {
  const options = { url: args.api, language, timeoutMs: LIMITS.requestTimeoutMs };
  if (args.token) return createScriptClient({ ...options, token: args.token });
  if (!args.user || !args.password)
    throw new Error('Say who imports: --user with SUNFLEET_PASSWORD, or --token.');
  return (await signIn(options, { account: args.user, password: args.password })).call;
}

async function findStation(
  call: Call,
  wanted: string,
): Promise<{ id: number; name: string; timeZone: string }> {
  if (/^\d+$/.test(wanted)) return call('getStation', { params: { id: Number(wanted) } });
  const { rows } = await call('listStations', { query: { q: wanted, pageSize: 200 } });
  const same = rows.filter((row) => row.name.toLowerCase() === wanted.toLowerCase());
  const found = same.length === 1 ? same : rows;
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new Error(`There is no station "${wanted}".`);
  throw new Error(`Which one? ${found.map((row) => `${row.id} ${row.name}`).join(', ')}`);
}

function describe(
  terminal: Terminal,
  mapping: ImportMapping,
  about: { rows: number; station: string },
): void {
  const { timeColumn, timeFormat, timeZone, deviceColumn, sn, snPrefix, columns } = mapping;
  terminal.print(`${about.rows} rows into ${about.station}`);
  terminal.print(`  ${timeColumn}: ${timeFormat}, ${timeZone}`);
  if (deviceColumn) terminal.print(`  ${deviceColumn}: serial number${snPrefix ? ` after ${snPrefix}` : ''}`);
  for (const column of columns) {
    const scale = column.scale === 1 ? '' : ` * ${column.scale}`;
    const device = column.sn ?? (deviceColumn ? undefined : sn);
    terminal.print(`  ${column.column}: ${column.point}${scale}${device ? ` of ${snPrefix}${device}` : ''}`);
  }
}

async function follow(call: Call, id: number, terminal: Terminal): Promise<ImportRun> {
  for (;;) {
    const run = await call('getImport', { params: { id } });
    terminal.progress(
      `${run.state} ${run.rowsDone}${run.rowsTotal > 0 ? ` of ${run.rowsTotal}` : ''} rows, ${run.samples} samples`,
    );
    if (FINAL.has(run.state)) return run;
    await wait(POLL_MS);
  }
}

function report(terminal: Terminal, run: ImportRun): boolean {
  for (const { line, column, message } of run.errors) {
    terminal.print(`${line > 0 ? `line ${line}` : 'file'}${column ? `, ${column}` : ''}: ${message}`);
  }
  if (run.errorCount > run.errors.length)
    terminal.print(`... and ${run.errorCount - run.errors.length} more errors`);
  if (run.message) terminal.print(run.message);
  if (run.state === 'done')
    terminal.print(`${run.samples} samples of ${run.devices.length} devices imported`);
  return run.state === 'done';
}
