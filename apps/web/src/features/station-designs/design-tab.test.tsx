import { CallError } from '@sunfleet/api-client';
import { moduleSheet, type OfferedPermission, type StationDesign } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintStationDetail } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { stationTabs } from './routes.tsx';

const station = mintStationDetail({ capacityKw: 16, latitude: 50 });
const routes = [{ path: '/station', element: <Outlet context={station} />, children: stationTabs }];
const array = {
  name: 'East',
  tilt: 15,
  azimuth: 90,
  module: { componentId: null, model: 'M-400', power: 400, temperatureCoefficient: null, electrics: null },
  quantity: 20,
  series: 10,
  share: null,
  height: null,
  spacing: null,
  slant: null,
  albedo: null,
  bifacial: null,
};
const none = { inverters: [], coldest: null, hottest: null, horizon: null };
const design: StationDesign = { versions: [{ ...none, from: null, arrays: [array] }], revision: 3 };

beforeEach(() => sessionStorage.clear());

const open = (answers: Answers = {}, permissions: OfferedPermission[] = ['stations.view', 'stations.edit']) =>
  renderPage(routes, {
    at: `/station/design?id=${station.id}`,
    role: 'installer',
    answers: {
      stationDesignOf: design,
      plantAuthority: { permissions, by: 'organisation', endsAt: null },
      setStationDesign: { ...design, revision: 4 },
      ...answers,
    },
  });

test('arrays are shown with their power, and a sum that differs from the station is told', async () => {
  await open();
  expect(await screen.findByText('East')).toBeTruthy();
  expect(screen.getByText(/20 × M-400 \(400 W\) · 10 in series/)).toBeTruthy();
  expect(screen.getByText(/The arrays come to 8.* kWp, the station has 16/)).toBeTruthy();
  await expectAccessible();
});

test('who only looks finds no way to change them', async () => {
  await open({}, ['stations.view']);
  await screen.findByText('East');
  expect(screen.queryByRole('button', { name: 'Change design' })).toBeNull();
});

test('a copied array needs a name of its own; what is typed right is sent over the revision that was read', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  await page.user.click(screen.getByRole('button', { name: 'Copy array' }));
  const copy = screen.getByRole('group', { name: 'New array' });
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  expect(within(copy).getByText('Enter a name.')).toBeTruthy();
  expect(page.inputs('setStationDesign')).toEqual([]);
  await page.user.type(within(copy).getByRole('textbox', { name: 'Name' }), 'West');
  const azimuth = screen.getAllByRole('textbox', { name: 'Azimuth, °' })[1]!;
  await page.user.clear(azimuth);
  await page.user.type(azimuth, '5');
  expect(screen.getByText('These modules face away from the sun here. Is that right?')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  await waitFor(() =>
    expect(page.inputs('setStationDesign')).toEqual([
      {
        params: { id: station.id },
        body: {
          revision: 3,
          versions: [{ ...none, from: null, arrays: [array, { ...array, name: 'West', azimuth: 5 }] }],
        },
      },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'Change design' })).toBeTruthy();
});

test('a step back and forth', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  await page.user.click(screen.getByRole('button', { name: 'Add array' }));
  expect(screen.getByRole('group', { name: 'New array' })).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByRole('group', { name: 'New array' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(screen.getByRole('group', { name: 'New array' })).toBeTruthy();
});

test('a file takes the place of what was typed, and a wrong one says its line', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  const field = screen.getByLabelText('Read a CSV file instead of what is typed');
  const fileOf = (text: string) => new File([text], 'design.csv', { type: 'text/csv' });
  await page.user.upload(field, fileOf('part,name\nroof,East'));
  expect((await screen.findByRole('alert')).textContent).toContain('Line 2: “roof” is no part.');
  await page.user.upload(field, fileOf('part,name,tilt,azimuth,share\nversion\narray,Roof,20,175,100'));
  expect(await screen.findByRole('group', { name: 'Roof' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('group', { name: 'East' })).toBeTruthy();
});

test('what somebody else saved meanwhile is not overwritten before the choice', async () => {
  let revision = 3;
  const page = await open({
    stationDesignOf: () => ({ ...design, revision }),
    setStationDesign: (input) => {
      if ((input as { body: { revision: number } }).body.revision === 7) return { ...design, revision: 8 };
      revision = 7;
      throw new CallError('refused', { error: 'designChanged', message: 'Somebody else has changed it.' });
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  await page.user.click(screen.getByRole('button', { name: 'Copy array' }));
  await page.user.type(
    within(screen.getByRole('group', { name: 'New array' })).getByRole('textbox', { name: 'Name' }),
    'W',
  );
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  await page.user.click(await screen.findByRole('button', { name: 'Save mine over it' }));
  await waitFor(() => expect(page.inputs('setStationDesign')).toHaveLength(2));
  expect(page.inputs('setStationDesign')[1]?.body).toMatchObject({ revision: 7 });
});

test('a horizon is typed, drawn and sent', async () => {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  await page.user.click(screen.getByText('Horizon'));
  await page.user.type(screen.getByRole('textbox', { name: /Azimuth and elevation/ }), '90; 100');
  expect(screen.getByText('Elevations of the horizon go from 0 to 90 degrees.')).toBeTruthy();
  await page.user.type(screen.getByRole('textbox', { name: /Azimuth and elevation/ }), '{Backspace}');
  expect(screen.getByRole('img', { name: /Horizon, up to 10.0° high/ })).toBeTruthy();
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  await waitFor(() =>
    expect(page.inputs('setStationDesign')[0]?.body.versions[0]?.horizon).toEqual([
      { azimuth: 90, elevation: 10 },
    ]),
  );
});

test('strings are typed, checked and drawn', async () => {
  const electrics = { vOc: 49, iSc: 10, vMp: 41, iMp: 9.7, alphaSc: 0.05, betaVoc: -0.28 };
  const known = { ...array, module: { ...array.module, electrics } };
  const page = await open({
    stationDesignOf: { ...design, versions: [{ ...none, from: null, arrays: [known] }] },
    listComponents: { total: 0, page: 1, pageSize: 20, rows: [] },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  await page.user.click(screen.getByText('Inverters and strings'));
  await page.user.click(screen.getByRole('button', { name: 'Add inverter' }));
  const inverter = screen.getByRole('group', { name: 'New inverter' });
  const type = (name: string, text: string) => page.user.type(within(inverter).getByLabelText(name), text);
  await type('Name of the inverter', 'WR 1');
  await type('Inverter model', 'W');
  await type('Rated AC power, W', '7000');
  await type('Most DC voltage, V', '500');
  await type('MPPT range from, V', '150');
  await type('MPPT range to, V', '480');
  await type('Number of MPPTs', '1');
  await page.user.click(within(inverter).getByRole('button', { name: 'Add input' }));
  expect(screen.getByText(/WR 1 · MPPT 1 · East: the open circuit reaches 538 V in the cold/)).toBeTruthy();
  expect(screen.getByText(/East: 10 modules are on no input/)).toBeTruthy();
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  await waitFor(() =>
    expect(page.inputs('setStationDesign')[0]?.body.versions[0]?.inverters).toMatchObject([
      { name: 'WR 1', type: { model: 'W' }, inputs: [{ mppt: 1, input: 1, array: 'East', strings: 1 }] },
    ]),
  );
});

test('the plan of the strings says what hangs where', async () => {
  const inputs = [{ mppt: 2, input: 1, array: 'East', strings: 2 }];
  const inverters = [{ name: 'WR 1', type: null, inputs }];
  await open({
    stationDesignOf: { ...design, versions: [{ ...none, from: null, arrays: [array], inverters }] },
  });
  expect(await screen.findByRole('img', { name: /WR 1; MPPT 2, 1: East, 2 × 10/ })).toBeTruthy();
  await expectAccessible();
});

test('a module of the library fills in its data sheet', async () => {
  const component = {
    id: 9,
    kind: 'module',
    manufacturer: 'Maker',
    model: 'MK 500',
    everybody: false,
    editable: true,
    stations: 0,
    revision: 1,
    sheet: moduleSheet.parse({
      power: 500,
      vOc: 49,
      iSc: 13,
      vMp: 41,
      iMp: 12.2,
      alphaSc: 0.05,
      betaVoc: -0.28,
      gammaPmp: -0.35,
    }),
  } as const;
  const page = await open({ listComponents: { total: 1, page: 1, pageSize: 20, rows: [component] } });
  await page.user.click(await screen.findByRole('button', { name: 'Change design' }));
  const model = screen.getByRole('combobox', { name: 'Module' });
  await page.user.clear(model);
  await page.user.type(model, 'Maker MK 50');
  await waitFor(() => expect(document.querySelector('option[value="Maker MK 500"]')).toBeTruthy());
  await page.user.type(model, '0');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Power of a module, W' }).value).toBe('500');
  await page.user.click(screen.getByRole('button', { name: 'Save design' }));
  await waitFor(() =>
    expect(page.inputs('setStationDesign')[0]?.body.versions[0]?.arrays[0]?.module).toMatchObject({
      componentId: 9,
      power: 500,
      temperatureCoefficient: -0.35,
      electrics: { vOc: 49, betaVoc: -0.28 },
    }),
  );
});

test('a station without a design says what one is for', async () => {
  const page = await open({ stationDesignOf: { versions: [], revision: 0 } });
  await page.user.click(await screen.findByRole('button', { name: 'Configure' }));
  expect(screen.getByRole('group', { name: 'New array' })).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Not configured')).toBeTruthy();
});
