import { ROUTES } from '@sunfleet/api-client';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { routeTable } from './route-table.ts';

const CLIENT = path.join(import.meta.dirname, '../../../packages/api-client/src/index.ts');

test('a build of the client holds the table of the contract in two parts and no schema code', async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [routeTable()],
    build: { write: false, lib: { entry: CLIENT, formats: ['es'], fileName: 'client' } },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built!.output;
  expect(
    Object.keys(chunk.modules).filter((id) => /(node_modules[\\/]zod|packages[\\/]contract)[\\/]/.test(id)),
  ).toEqual([]);
  const address = `data:text/javascript,${encodeURIComponent(chunk.code)}`;
  const client = (await import(/* @vite-ignore */ address)) as { ROUTES: object; MORE_ROUTES: object };
  expect({ ...client.ROUTES, ...client.MORE_ROUTES }).toEqual(ROUTES);
  expect(Object.keys(client.ROUTES)).toEqual(expect.arrayContaining(['login', 'listThemes', 'health']));
  expect(Object.keys(client.MORE_ROUTES)).toEqual(expect.arrayContaining(['listStations', 'listDevices']));
});
