import { CallError, type InputOf, type OutputOf } from '@sunfleet/api-client';
import { ADDRESSES, type CustomPoint } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintOrganisationNode } from '../../../test/mint-people.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = ADDRESSES.customPoints;
const mintCustomPoint = (changes: Partial<CustomPoint> = {}): CustomPoint => ({
  key: 'tank.level',
  name: null,
  unit: '',
  kind: 'gauge',
  decimals: null,
  version: 0,
  recordings: [],
  recordingCount: 0,
  firstSeenAt: Date.UTC(2026, 9, 1, 8),
  deviceCount: 5,
  devices: [{ id: 4, sn: 'SN4', name: 'Pump house' }],
  ...changes,
});
const pageOf = (...rows: CustomPoint[]): OutputOf<'listCustomPoints'> => ({
  total: rows.length,
  page: 1,
  pageSize: 20,
  rows,
});
const organisationTree = [mintOrganisationNode({ id: 3, name: 'Head' })];
const rowOf = async (key: string) => (await screen.findByText(key)).closest('tr')!;

test('a point stands with its devices, and a near miss says what was meant', async () => {
  const listCustomPoints = pageOf(mintCustomPoint(), mintCustomPoint({ key: 'energy.today', unit: 'kWh' }));
  await renderPage(routes, { at: AT, answers: { listCustomPoints, organisationTree } });
  const tank = await rowOf('tank.level');
  expect(within(tank).getByRole('link', { name: 'Pump house' }).getAttribute('href')).toContain('id=4');
  expect(tank.textContent).toContain('and 4 more');
  expect(within(tank).queryByRole('note')).toBeNull();
  const note = within(await rowOf('energy.today')).getByRole('note');
  expect(note.textContent).toContain('Did you mean energy.day?');
  expect(note.textContent).toContain('in kWh');
  await expectAccessible();
});

test('a near miss is recorded as what was meant, with its unit, for the devices that are chosen', async () => {
  const row = mintCustomPoint({ key: 'energy.today', unit: 'Wh', deviceCount: 1 });
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listCustomPoints: pageOf(row), organisationTree, recordCustomPoint: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Record as energy.day from now on' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expectAccessible();
  expect(dialog.getByText('100 Wh are recorded as 0.1 kWh.')).toBeTruthy();
  expect(dialog.getByText(/stays under energy.today/)).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Only Pump house' }).checked).toBe(true);
  await user.click(dialog.getByRole('radio', { name: /All devices of the organisation/ }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /Unit/ }), 'MWh');
  expect(dialog.getByText('100 MWh are recorded as 100,000 kWh.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Record from now on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('recordCustomPoint')[0]!.body).toEqual({
    organisationId: 3,
    key: 'energy.today',
    deviceId: null,
    point: 'energy.day',
    unit: 'MWh',
  });
});

test('any custom point is recorded as a point that is chosen', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listCustomPoints: pageOf(mintCustomPoint()), organisationTree, recordCustomPoint: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Record tank.level as …' }));
  const dialog = within(await screen.findByRole('dialog'));
  const ok = dialog.getByRole<HTMLButtonElement>('button', { name: 'Record from now on' });
  expect(ok.disabled).toBe(true);
  await user.click(dialog.getByRole('combobox', { name: 'Point of the catalogue' }));
  await user.keyboard('battery.soh');
  await user.click(await screen.findByTitle('Battery health (battery.soh)'));
  await user.click(ok);
  await waitFor(() => expect(inputs('recordCustomPoint')[0]?.body.point).toBe('battery.soh'));
});

test('as what a point is recorded stands there with who and when, and is taken back', async () => {
  const recordings = [
    {
      device: { id: 4, sn: 'SN4', name: 'Pump house' },
      point: 'energy.day',
      unit: 'Wh',
      by: 'Ada',
      at: Date.UTC(2026, 9, 2, 8),
    },
  ];
  const row = mintCustomPoint({ key: 'energy.today', deviceCount: 1, recordings, recordingCount: 1 });
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listCustomPoints: pageOf(row), organisationTree, recordCustomPoint: null },
  });
  const cells = await rowOf('energy.today');
  expect(within(cells).queryByRole('note')).toBeNull();
  expect(cells.textContent).toMatch(/energy.day \(Energy today\).*Wh → kWh.*by Ada/);
  await user.click(within(cells).getByRole('button', { name: 'Record as reported again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Record as reported again' }));
  await waitFor(() =>
    expect(inputs('recordCustomPoint')[0]?.body).toMatchObject({ deviceId: 4, point: null }),
  );
});

test('name, unit, kind and digits are saved over the version that was seen', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      listCustomPoints: pageOf(mintCustomPoint({ version: 2 })),
      organisationTree,
      updateCustomPoint: null,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit tank.level' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expectAccessible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Water ');
  await user.click(dialog.getByRole('combobox', { name: 'Unit' }));
  await user.keyboard('mbar');
  await user.click(await screen.findByTitle('mbar'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Decimals' }), '2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('updateCustomPoint')[0]!.body).toEqual({
    organisationId: 3,
    key: 'tank.level',
    version: 2,
    name: 'Water',
    unit: 'mbar',
    kind: 'gauge',
    decimals: 2,
  });
});

test('who was slower is told, keeps what was typed, and saves over what stands there now', async () => {
  let stored = mintCustomPoint();
  const updateCustomPoint = ({ body }: InputOf<'updateCustomPoint'>) => {
    if (body.version === stored.version) return null;
    throw new CallError('refused', {
      message: 'Somebody else has changed it.',
      code: 40943,
      error: 'pointChanged',
    });
  };
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listCustomPoints: () => pageOf(stored), organisationTree, updateCustomPoint },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit tank.level' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mine');
  stored = mintCustomPoint({ name: 'Theirs', unit: 'm', version: 1 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/It is now called Theirs, with the unit m/)).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Mine');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('updateCustomPoint').map(({ body }) => body.version)).toEqual([0, 1]);
});

test('who may not add devices only looks; who manages several organisations chooses', async () => {
  const tree = [
    mintOrganisationNode({
      id: 3,
      name: 'Head',
      children: [mintOrganisationNode({ id: 5, name: 'Branch' })],
    }),
  ];
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    role: 'internalReadOnly',
    answers: { listCustomPoints: pageOf(mintCustomPoint()), organisationTree: tree },
  });
  await rowOf('tank.level');
  expect(screen.queryByRole('button', { name: /Edit|Record/ })).toBeNull();
  await user.click(await screen.findByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByTitle('Head › Branch'));
  await waitFor(() => expect(inputs('listCustomPoints').at(-1)!.query!.organisationId).toBe(5));
});
