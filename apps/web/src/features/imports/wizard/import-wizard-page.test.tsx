import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { mintImportRun, mintPreview } from '../../../test/mint-import.ts';
import { routes } from '../routes.tsx';

const stations = {
  total: 1,
  page: 1,
  pageSize: 50,
  rows: [mintStationRow()],
  counts: { connecting: 0, offline: 0, partlyOffline: 0, emergency: 0, alarm: 0, standby: 0, normal: 1 },
};
const answers = {
  previewImport: mintPreview(),
  listStations: stations,
  listImportPoints: { points: [], mayDescribe: false },
  startImport: mintImportRun({ state: 'checking' }),
  getImport: mintImportRun({ state: 'failed', message: 'Nothing was imported' }),
};
const file = new File(['Time,P\n'], 'plant.csv', { type: 'text/csv' });

const upload = async (user: UserEvent) => {
  await user.upload(await screen.findByLabelText(/Drop a CSV file here/), file);
  await screen.findByRole('region', { name: 'plant.csv' });
};
const choose = async (user: UserEvent, field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(option));
};

test('the file is sent as it is, and what it seems to hold is shown', async () => {
  const { user, inputs } = await renderPage(routes, { at: ADDRESSES.newImport, answers });
  await expectAccessible(await screen.findByText(/Drop a CSV file here/));
  await upload(user);
  expect(inputs('previewImport')[0]!.body.get('file')).toBeInstanceOf(File);
  expect(screen.getByText(/Rows: 2,000 · Columns: 3/)).toBeTruthy();
  expect(
    within(screen.getByRole('region', { name: 'plant.csv' })).getByText('01/02/2025 10:05'),
  ).toBeTruthy();
  expect(screen.getByText('Columns to import: 1 of 2')).toBeTruthy();
  await expectAccessible();
});

test('what is missing is said beside its field, and nothing is sent', async () => {
  const { user, inputs } = await renderPage(routes, { at: ADDRESSES.newImport, answers });
  await upload(user);
  await user.click(screen.getByRole('button', { name: 'Check and import' }));
  expect(await screen.findByText('Choose the station the values belong to.')).toBeTruthy();
  expect(screen.getByText(/A serial number has 3 to 64/)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Serial number' }).getAttribute('aria-invalid')).toBe('true');
  expect(inputs('startImport')).toEqual([]);
});

test('station, device and columns become the mapping of the import', async () => {
  const { user, inputs, location } = await renderPage(routes, { at: ADDRESSES.newImport, answers });
  await upload(user);
  await choose(user, 'Station', 'Station 1');
  await user.type(screen.getByRole('textbox', { name: 'Serial number' }), 'INV01');
  await user.type(screen.getByRole('textbox', { name: 'Prefix of serial numbers' }), 'P7-');
  await user.click(screen.getByRole('combobox', { name: 'Point: Note' }));
  await user.keyboard('fan.speed');
  await user.click(await screen.findByTitle('Custom point “fan.speed”'));
  await user.click(screen.getByRole('radio', { name: 'Leave out rows with errors' }));
  await user.click(screen.getByRole('button', { name: 'Check and import' }));
  await waitFor(() => expect(location()).toBe(`${ADDRESSES.importRun}?id=5`));
  expect(inputs('startImport')[0]!.body).toEqual({
    fileId: mintPreview().fileId,
    onError: 'skipRows',
    mapping: {
      stationId: 1,
      delimiter: ',',
      decimal: '.',
      encoding: 'utf-8',
      timeColumn: 'Time',
      timeFormat: 'DD/MM/YYYY HH:mm',
      timeZone: 'Europe/Madrid',
      deviceKind: 'inverter',
      snPrefix: 'P7-',
      sn: 'INV01',
      nullTexts: [],
      columns: [
        { column: 'P_AC (kW)', point: 'ac.power', scale: 1000, offset: 0 },
        { column: 'Note', point: 'fan.speed', scale: 1, offset: 0 },
      ],
    },
  });
});

test('nothing typed is lost when the start fails or the page is loaded anew', async () => {
  const refusing = {
    ...answers,
    startImport: new CallError('refused', { message: 'The mapping lacks a time' }),
  };
  const first = await renderPage(routes, { at: ADDRESSES.newImport, answers: refusing });
  await upload(first.user);
  await choose(first.user, 'Station', 'Station 1');
  await first.user.type(screen.getByRole('textbox', { name: 'Serial number' }), 'INV01');
  await first.user.click(screen.getByRole('button', { name: 'Check and import' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The mapping lacks a time');
  first.unmount();
  const second = await renderPage(routes, { at: ADDRESSES.newImport, answers });
  const box = await screen.findByRole('textbox', { name: 'Serial number' });
  expect((box as HTMLInputElement).value).toBe('INV01');
  await second.user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByText(/Drop a CSV file here/)).toBeTruthy();
});

test('a failed import leads back to its mapping as it was', async () => {
  const { user, location } = await renderPage(routes, { at: ADDRESSES.newImport, answers });
  await upload(user);
  await choose(user, 'Station', 'Station 1');
  await user.type(screen.getByRole('textbox', { name: 'Serial number' }), 'INV01');
  await user.click(screen.getByRole('button', { name: 'Check and import' }));
  await user.click(await screen.findByRole('button', { name: 'Correct the assignment' }));
  expect(location()).toBe(ADDRESSES.newImport);
  expect(await screen.findByText('plant.csv', { selector: 'strong' })).toBeTruthy();
});

test('a file that is refused says why and leaves the choice of another', async () => {
  const refused = { ...answers, previewImport: new CallError('refused', { message: 'This is no table' }) };
  const { user } = await renderPage(routes, { at: ADDRESSES.newImport, answers: refused });
  await user.upload(await screen.findByLabelText(/Drop a CSV file here/), file);
  expect((await screen.findByRole('alert')).textContent).toContain('This is no table');
  expect(screen.getByLabelText(/Drop a CSV file here/)).toBeTruthy();
});

test('a role that may not import sees that and nothing else', async () => {
  await renderPage(routes, { at: ADDRESSES.newImport, role: 'visitor', answers });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
