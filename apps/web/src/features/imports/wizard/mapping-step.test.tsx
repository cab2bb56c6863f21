import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mintAccount, mintSession, mintStationRow } from '../../../test/mint.ts';
import { mintImportRun, mintPreview } from '../../../test/mint-import.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
import { draftOf, EMPTY_DRAFT, type ImportDraft, type Preview } from './import-draft.ts';

const counts = {
  connecting: 0,
  offline: 0,
  partlyOffline: 0,
  emergency: 0,
  alarm: 0,
  standby: 0,
  normal: 1,
};
const answers = {
  listStations: { total: 1, page: 1, pageSize: 50, rows: [mintStationRow()], counts },
  listImportPoints: {
    points: [{ key: 'pool.pump', name: 'Pool pump', unit: 'W', described: true }],
    mayDescribe: true,
  },
  startImport: mintImportRun({ state: 'checking' }),
  getImport: mintImportRun(),
};
const station = { id: 1, name: 'Station 1', timeZone: 'Europe/Madrid' };

/** The second step, as an earlier visit of this tab has left it. */
async function openMapping(preview: Preview, changes: Partial<ImportDraft> = {}) {
  const account = mintAccount();
  const draft = { ...draftOf(preview, { ...EMPTY_DRAFT, station }), sn: 'INV01', ...changes };
  sessionStorage.setItem(`sunfleet.draft.${account.id}.import.3`, JSON.stringify(draft));
  const page = await renderPage(routes, {
    at: ADDRESSES.newImport,
    session: mintSession({ account }),
    answers,
  });
  await screen.findByRole('region', { name: 'plant.csv' });
  return page;
}

const choose = async (user: UserEvent, field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(option));
};

const start = async (user: UserEvent, inputs: Awaited<ReturnType<typeof renderPage>>['inputs']) => {
  await user.click(screen.getByRole('button', { name: 'Check and import' }));
  await waitFor(() => expect(inputs('startImport')).toHaveLength(1));
  return inputs('startImport')[0]!.body.mapping;
};

test('another unit changes the factor, and a factor of one’s own may be typed', async () => {
  const { user, inputs } = await openMapping(mintPreview());
  const unit = 'Unit in the file: P_AC (kW)';
  expect(screen.getByRole('combobox', { name: unit }).closest('.ant-select')!.textContent).toContain('kW');
  await choose(user, unit, 'MW');
  await choose(user, unit, 'Own factor');
  const factor = screen.getByRole('spinbutton', { name: 'Factor: P_AC (kW)' });
  expect((factor as HTMLInputElement).value).toBe('1000000');
  await user.clear(factor);
  await user.type(factor, '735.5');
  const offset = screen.getByRole('spinbutton', { name: 'Offset: P_AC (kW)' });
  await user.clear(offset);
  await user.type(offset, '5');
  const { columns } = await start(user, inputs);
  expect(columns).toEqual([{ column: 'P_AC (kW)', point: 'ac.power', scale: 735.5, offset: 5 }]);
});

test('a column that was guessed wrongly is left out', async () => {
  const { user } = await openMapping(mintPreview());
  const select = screen.getByRole('combobox', { name: 'Point: P_AC (kW)' }).closest('.ant-select')!;
  await user.click(select.querySelector('.ant-select-clear')!);
  expect(await screen.findByText('Columns to import: 0 of 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Check and import' }));
  expect(await screen.findByText('Assign a point to at least one column.')).toBeTruthy();
});

test('inverters side by side have a serial number for each column', async () => {
  const columns = [
    { column: 'Inv1_AC', point: 'ac.power', scale: 1, offset: 0, sn: 'Inv1' },
    { column: 'Inv2_AC', point: 'ac.power', scale: 1, offset: 0, sn: 'Inv2' },
  ];
  const guess = { ...mintPreview().guess, columns };
  const header = ['Time', 'Inv1_AC', 'Inv2_AC'];
  const { user, inputs } = await openMapping(mintPreview({ header, guess }));
  expect(screen.queryByRole('textbox', { name: 'Serial number' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Serial number: Inv2_AC' }), 'b');
  const mapping = await start(user, inputs);
  expect(mapping.columns.map(({ sn }) => sn)).toEqual(['Inv1', 'Inv2b']);
});

test('a column that names the device takes the place of the serial number', async () => {
  const { user, inputs } = await openMapping(mintPreview(), { sn: '' });
  await user.click(screen.getByRole('radio', { name: 'A column names the device' }));
  await choose(user, 'Device column', 'Note');
  await choose(user, 'Kind of new devices', 'Hybrid inverter');
  const mapping = await start(user, inputs);
  expect(mapping).toMatchObject({ deviceColumn: 'Note', deviceKind: 'hybrid' });
  expect(mapping.sn).toBeUndefined();
});

test('signs, null texts, time format and zone are put right by hand', async () => {
  const header = ['Time;P'];
  const preview = mintPreview({ header, sample: [['01/02/2025 10:00;4.2']], guess: { delimiter: ',' } });
  const { user, inputs } = await openMapping(preview);
  await choose(user, 'Column separator', 'Semicolon ;');
  const table = within(screen.getByRole('region', { name: 'plant.csv' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Time', 'P']);
  await choose(user, 'Decimal separator', 'Comma 1,5');
  await user.type(screen.getByRole('combobox', { name: 'Texts for “no value”' }), 'n.a.{Enter}');
  await choose(user, 'Time column', 'Time');
  await choose(user, 'Point: P', 'AC power');
  const format = screen.getByRole('combobox', { name: 'Time format' });
  await user.clear(format);
  await user.type(format, 'DD/MM/YYYY HH:mm');
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.keyboard('Kolkata');
  await user.click(await screen.findByTitle('Asia/Kolkata'));
  expect(await start(user, inputs)).toMatchObject({
    delimiter: ';',
    decimal: ',',
    nullTexts: ['n.a.'],
    timeColumn: 'Time',
    timeFormat: 'DD/MM/YYYY HH:mm',
    timeZone: 'Asia/Kolkata',
  });
});

test('a field is judged when it is left, not while it is typed', async () => {
  const { user } = await openMapping(mintPreview(), { sn: '' });
  const box = screen.getByRole('textbox', { name: 'Serial number' });
  await user.type(box, 'a b');
  expect(screen.queryByText(/A serial number has 3 to 64/)).toBeNull();
  await user.tab();
  expect(await screen.findByText(/A serial number has 3 to 64/)).toBeTruthy();
});

test('the period of the file follows the chosen zone', async () => {
  const { user } = await openMapping(mintPreview());
  expect(screen.getByText('Feb 1, 2025, 10:00 AM – Jun 30, 2025, 9:55 PM')).toBeTruthy();
  const format = screen.getByRole('combobox', { name: 'Time format' });
  await user.clear(format);
  await user.type(format, 'MM/DD/YYYY HH:mm');
  expect(screen.getByText('Jan 2, 2025, 10:00 AM – Jan 2, 2025, 10:00 AM')).toBeTruthy();
});

test('what is older than values are kept is said before the import, with the columns of which nothing remains', async () => {
  const retention = { samplesDays: 400, samplesSince: Date.UTC(2025, 3, 1), meansDays: 0 };
  const columns = [
    { column: 'P_AC (kW)', point: 'ac.power', scale: 1000, offset: 0 },
    { column: 'Note', point: 'fan.speed', scale: 1, offset: 0 },
  ];
  const guess = { ...mintPreview().guess, columns };
  await openMapping(mintPreview({ retention, guess }));
  const said = (
    await screen.findByText('Values from before Apr 1, 2025 remain as means and energies')
  ).closest('[role="status"]')!;
  expect(said.textContent).toContain('400 days');
  expect(said.textContent).toContain('Nothing remains then of the old values of: Note.');
});

test('nothing of that is said of a file that is kept', async () => {
  await openMapping(mintPreview());
  expect(screen.queryByText(/remain as means and energies/)).toBeNull();
});

test('a column becomes a custom point by the name it was given, in a unit of its own', async () => {
  const { user, inputs } = await openMapping(mintPreview());
  await choose(user, 'Point: Note', 'Pool pump (pool.pump) · W');
  await choose(user, 'Unit in the file: Note', 'MW');
  expect(screen.queryByRole('textbox', { name: 'Name of the point: Note' })).toBeNull();
  const { columns } = await start(user, inputs);
  expect(columns[1]).toEqual({ column: 'Note', point: 'pool.pump', scale: 1e6, offset: 0 });
});

test('a new custom point gets its name and unit with the import', async () => {
  const { user, inputs } = await openMapping(mintPreview());
  const field = screen.getByRole('combobox', { name: 'Point: Note' });
  await user.click(field);
  await user.type(field, 'heat.pump');
  await user.click(await screen.findByTitle('Custom point “heat.pump”'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the point: Note' }), 'Heat pump');
  const unit = screen.getByRole('combobox', { name: 'Unit of the point: Note' });
  await user.click(unit);
  await user.type(unit, 'kWh');
  await user.click(await screen.findByTitle('kWh'));
  const { columns } = await start(user, inputs);
  expect(columns[1]).toEqual({
    column: 'Note',
    point: 'heat.pump',
    name: 'Heat pump',
    unit: 'kWh',
    scale: 1,
    offset: 0,
  });
});
