import { randomUUID } from 'node:crypto';
import { importMapping, type ImportRun, type Role } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { openApi } from './api-kit.ts';
import { testPlatform, type TestPlatform } from './harness.ts';
import { jobsDone, openJobs } from './jobs-kit.ts';
import { makeOrganisation, makeStation, makeUser } from './makers.ts';
import type { HttpServer } from '../src/platform/http/server.ts';
import { resolveActor, signIn } from '../src/features/accounts/index.ts';
import { startImport } from '../src/features/imports/start-import.ts';
import type { Access } from '../src/platform/actor.ts';
import { openGatewayInput } from './gateway-input.ts';
import { createImportRuns, createImports, registerImportsRoutes } from '../src/features/imports/index.ts';
import { fileReaderOn } from '../src/features/imports/process/file-reader.ts';
import { readFile } from '../src/features/imports/process/read-file.ts';
import { readHere } from './readers/read-here.ts';

/** Reads uploaded files in the process of the test. */
export const readerHere = fileReaderOn(readHere(readFile));

/** Imports on a test's platform, from the upload to the stored samples. */
export async function openImports(
  more: (server: HttpServer, platform: TestPlatform) => void = () => undefined,
  {
    /** Whether imports are begun by themselves. */
    awake = true,
    reader = readerHere,
  } = {},
) {
  const platform = await testPlatform();
  platform.clock.set(Date.UTC(2026, 0, 1));
  const telemetry = await openGatewayInput(platform);
  const looked = createImports(platform, reader);
  const imports = {
    ...looked,
    ...createImportRuns(platform, telemetry.ingest, looked, { reader, quickMs: Infinity }),
  };
  const jobs = await openJobs(platform, (all) => {
    if (awake) all.handle('imports.run', ({ importId }, signal) => imports.run(importId, signal));
  });
  const { server, call } = await openApi(
    platform,
    (http) => registerImportsRoutes(http, platform, imports),
    (http) => more(http, platform),
  );

  return {
    platform,
    telemetry,
    imports,
    someone: (role?: Role) => openUser({ platform, server, call }, role),
    samplesOf: (sn: string, point: string) => samplesOf(platform, sn, point),
    /** Opens a port of its own; answers its address. */
    listen: () => server.app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await server.app.close();
      await jobs.stop();
      await telemetry.stop();
      await platform.stop();
    },
  };
}

type Api = Pick<Awaited<ReturnType<typeof openApi>>, 'server' | 'call'> & { platform: TestPlatform };

/** A signed-in user with a station of a fresh organisation, and what this user does. */
async function openUser({ platform, server, call }: Api, role: Role = 'organisationAdmin') {
  const organisation = await makeOrganisation(platform);
  const user = await makeUser(platform, { role, organisationId: organisation.id });
  const bearer = await signIn(platform, user);
  const station = await makeStation(platform, { organisationId: organisation.id, ownerId: user.id });
  const get = (path: string) => call(path, { bearer });
  const post = (path: string, body?: object) => call(path, { method: 'POST', bearer, ...(body && { body }) });
  const upload = (content: string | Uint8Array, name?: string) =>
    uploadFile(server, bearer, { content, name });
  /** Uploads and imports; the mapping is the guess of the server with `mapping` on top. */
  const run = async (
    content: string | Uint8Array,
    mapping: object = {},
    onError = 'refuse',
    // oxlint-disable-next-line typescript/no-explicit-any -- an import, or the answer that refuses it
  ): Promise<any> => {
    const { data } = await upload(content);
    const started = await post('/imports', {
      fileId: data.fileId,
      mapping: { stationId: station.id, timeZone: 'UTC', ...data.guess, ...mapping },
      onError,
    });
    if (started.code !== 200) return started;
    await jobsDone(platform, 'imports.run');
    return (await get(`/imports/${started.data.id}`)).data as ImportRun;
  };
  return { station, organisation, user, bearer, get, post, upload, run };
}

async function uploadFile(
  server: HttpServer,
  bearer: string,
  { content, name = 'data.csv' }: { content: string | Uint8Array; name?: string | undefined },
) {
  const form = new FormData();
  form.append('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/imports/preview',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json();
}

/** Stored samples of a point of a device, by time. */
async function samplesOf(
  platform: TestPlatform,
  sn: string,
  point: string,
): Promise<[time: string, value: number][]> {
  const device = await platform.db.selectFrom('devices').select('id').where('sn', '=', sn).executeTakeFirst();
  const rows = await platform.samples.query<{ time: number; value: number }>(
    `SELECT toUnixTimestamp64Milli(time) AS time, value FROM samples FINAL
     WHERE device = {device:UInt32} AND point = {point:UInt32} ORDER BY time`,
    { device: device?.id ?? 0, point: pointByKey(point)!.id },
  );
  return rows.map(({ time, value }) => [new Date(time).toISOString().slice(0, 16), value]);
}

/** A serial number nobody else has. */
export const newSn = () => `IMP${randomUUID().slice(0, 8)}`;

/** A table of so many minutes; the value of a row is its number. */
export const csvOf = (rows: number) =>
  `time,P\n${Array.from({ length: rows }, (_, n) => `${new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString()},${n}`).join('\n')}\n`;
export const mappingOf = (stationId: number, sn: string) => ({
  stationId,
  timeColumn: 'time',
  timeZone: 'UTC',
  sn,
  columns: [{ column: 'P', point: 'ac.power' }],
});

/** Makes imports, each of an organisation of its own, that no server has taken up yet. */
export function waitingImports({
  platform,
  imports,
  someone,
}: Pick<Awaited<ReturnType<typeof openImports>>, 'platform' | 'imports' | 'someone'>) {
  return async (rows: number, access: Access | null = null) => {
    const who = await someone();
    const sn = newSn();
    const { data } = await who.upload(csvOf(rows));
    const actor = (await resolveActor(platform, await signIn(platform, who.user)))!.actor;
    const by = access ? { ...actor, access } : actor;
    const context = { actor: by, language: 'en-US' as const, address: null, bearer: '' };
    const input = {
      fileId: data.fileId,
      mapping: importMapping.parse(mappingOf(who.station.id, sn)),
      onError: 'refuse' as const,
    };
    const run = await startImport(platform, imports, { context, input });
    return { ...who, sn, id: run.id };
  };
}
