import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type OrganisationNode, type Role, ROLE_MATRIX } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintOrganisation, mintOrganisationNode } from '../../test/mint-people.ts';
import { narrowScreen } from '../../test/narrow-screen.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from '../../app/pages/routes.tsx';

const PAGE = ADDRESSES.organisations;
const crew = mintOrganisationNode({ id: 6, name: 'Crew', kind: 'department', parentId: 4 });
const service = mintOrganisationNode({
  id: 4,
  name: 'Service',
  kind: 'department',
  parentId: 3,
  counts: { members: 2, stations: 0, devices: 0 },
  children: [crew],
});
const dealer = mintOrganisationNode({
  id: 5,
  name: 'Dealer',
  tie: 'loose',
  manageable: false,
  parentId: 3,
  counts: { members: 7, stations: 33, devices: 90 },
});
const head: OrganisationNode = mintOrganisationNode({ id: 3, name: 'Head', children: [service, dealer] });
const nobody = { total: 0, page: 1, pageSize: 20, rows: [] };

const open = (at = '', options: { answers?: Answers; role?: Role } = {}) =>
  renderPage(routes, {
    at: PAGE + at,
    role: options.role ?? 'organisationAdmin',
    answers: { organisationTree: [head], pageMembers: nobody, listRoles: [], ...options.answers },
  });

test('shows the own organisation first; another one is chosen by keys and stands in the address', async () => {
  const { user, location } = await open();
  await screen.findByRole('heading', { level: 2, name: /Head/ });
  const tree = screen.getByRole('tree', { name: 'Organisations' });
  within(tree).getByRole('treeitem', { name: /Head/ }).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{Enter}');
  await screen.findByRole('heading', { level: 2, name: /Crew/ });
  expect(location()).toBe(`${PAGE}?id=6`);
  expect(within(tree).getByRole('treeitem', { name: /Crew/ }).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(within(tree).queryByRole('treeitem', { name: /Crew/ })).toBeNull();
  await expectAccessible();
});

test('a search leaves what matches by name or code, and says when nothing does', async () => {
  const { user, location } = await open();
  const search = await screen.findByRole('searchbox', { name: 'Name or code' });
  await user.type(search, 'ORG6');
  expect(screen.getAllByRole('treeitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Head'),
    expect.stringContaining('Service'),
    expect.stringContaining('Crew'),
  ]);
  expect(location()).toContain('find=ORG6');
  await user.type(search, 'x');
  expect(screen.getByText('No organisation matches.')).toBeTruthy();
});

test('of a loose organisation counts are shown, and nothing can be done with it', async () => {
  const { inputs } = await open('?id=5');
  await screen.findByText(/loosely attached/);
  expect(screen.getByText('33')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(inputs('pageMembers')).toEqual([]);
});

test('details show every field, and the code to copy', async () => {
  const quotas = {
    devices: { used: 12, limit: 100_000 },
    customPoints: { used: 999, limit: 1000 },
    samplesToday: { used: 5, limit: 7000 },
    samplesStored: { used: 17, limit: 80_000 },
    stationFiles: { used: 2_000_000, limit: 4 * 1024 * 1024 * 1024 },
  };
  const organisation = mintOrganisation({ id: 3, name: 'Head', area: 'AT', taxId: 'ATU1', quotas });
  await open('?tab=details', { answers: { getOrganisation: organisation } });
  expect(await screen.findByText('Austria')).toBeTruthy();
  expect(screen.getByText('ATU1')).toBeTruthy();
  expect(screen.getByText('12 of 100,000')).toBeTruthy();
  expect(screen.getByText('999 of 1,000')).toBeTruthy();
  expect(screen.getByText('5 of 7,000')).toBeTruthy();
  expect(screen.getByText('17 of 80,000')).toBeTruthy();
  expect(screen.getByText('2 of 4,096')).toBeTruthy();
  expect(screen.getByText('ORG3')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy: ORG3' })).toBeTruthy();
});

test('a department is made below; a code that is taken is said at its field', async () => {
  const taken = new CallError('refused', {
    error: 'organisationCodeTaken',
    message: 'The organisation code NORTH is taken.',
  });
  const { user, inputs } = await open('', { answers: { createOrganisation: taken } });
  await user.click(await screen.findByRole('button', { name: /Add below/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Department' }));
  const dialog = await screen.findByRole('dialog');
  const fields = within(dialog);
  expect(fields.getByText('New department of Head')).toBeTruthy();
  await user.click(fields.getByRole('button', { name: 'Create' }));
  expect(fields.getByText('Enter the name of the merchant.')).toBeTruthy();
  await user.type(fields.getByLabelText('Name'), 'North');
  const code = fields.getByLabelText('Organisation code');
  await user.type(code, 'N');
  expect(fields.getByText(/A code has 2 to 32/)).toBeTruthy();
  await user.type(code, 'ORTH');
  await user.selectOptions(fields.getByLabelText('Country'), 'Austria');
  await expectAccessible(dialog);
  await user.click(fields.getByRole('button', { name: 'Create' }));
  expect(await fields.findByText('The organisation code NORTH is taken.')).toBeTruthy();
  expect(inputs('createOrganisation')[0]!.body).toMatchObject({
    name: 'North',
    code: 'NORTH',
    kind: 'department',
    tie: 'tight',
    area: 'AT',
    parentId: 3,
  });
  expect(code).toHaveProperty('value', 'NORTH');
});

test('an administrator of the platform limits measured values, or leaves them to the settings; others find no limits', async () => {
  const organisation = mintOrganisation({ id: 4, name: 'Service', samplesPerDay: 500 });
  const { user, inputs, unmount } = await open('?id=4', {
    role: 'platformAdmin',
    answers: { getOrganisation: organisation, updateLimitsOfOrganisation: organisation },
  });
  await user.click(await screen.findByRole('button', { name: /More/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Limits' }));
  const dialog = await screen.findByRole('dialog');
  const fields = within(dialog);
  const perDay = await fields.findByLabelText('Measured values a day');
  expect(perDay).toHaveProperty('value', '500');
  await user.clear(perDay);
  await user.type(perDay, 'many');
  expect(fields.getByText(/Enter a whole number/)).toBeTruthy();
  expect(fields.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.clear(perDay);
  await user.type(fields.getByLabelText('Measured values in all'), '90000');
  await expectAccessible(dialog);
  await user.click(fields.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('updateLimitsOfOrganisation')).toEqual([
      { params: { id: 4 }, body: { samplesPerDay: null, samplesStored: 90_000 } },
    ]),
  );
  unmount();
  const other = await open('?id=4');
  await other.user.click(await screen.findByRole('button', { name: /More/ }));
  await screen.findByRole('menuitem', { name: 'Move' });
  expect(screen.queryByRole('menuitem', { name: 'Limits' })).toBeNull();
});

test('a new organisation is chosen once it is made', async () => {
  const { user, location } = await open('', {
    answers: { createOrganisation: mintOrganisation({ id: 9, name: 'West', parentId: 3 }) },
  });
  await user.click(await screen.findByRole('button', { name: /Add below/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sub-merchant' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'West');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(location()).toBe(`${PAGE}?id=9`));
});

test('fields are changed from what they are; an emptied one is sent as none', async () => {
  const organisation = mintOrganisation({ id: 3, name: 'Head', taxId: 'ATU1' });
  const { user, inputs } = await open('', {
    answers: { getOrganisation: organisation, updateOrganisation: organisation },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const tax = await screen.findByLabelText('Tax number');
  await user.clear(tax);
  await user.click(screen.getByRole('radio', { name: /Loose/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputs('updateOrganisation')).toHaveLength(1));
  expect(inputs('updateOrganisation')[0]).toMatchObject({
    params: { id: 3 },
    body: { name: 'Head', taxId: null, tie: 'loose' },
  });
});

test('who stands below another does not choose the own tie, and is told who does', async () => {
  const organisation = mintOrganisation({ id: 3, name: 'Head', parentId: 1, tie: 'loose' });
  const { user, inputs } = await open('', {
    answers: { getOrganisation: organisation, updateOrganisation: organisation },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(await screen.findByText(/Attachment: Loose. The tie is changed by/)).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputs('updateOrganisation')).toHaveLength(1));
  // A changed tie or bank asks for a proof of who the person is, so one that stays is not sent.
  for (const field of ['tie', 'bankName', 'bankAccount'])
    expect(inputs('updateOrganisation')[0]!.body).not.toHaveProperty(field);
});

test('an organisation is moved to a superior that is picked; itself, its own and loose ones cannot be', async () => {
  const { user, inputs } = await open('?id=6', {
    answers: { moveOrganisation: mintOrganisation({ id: 6 }) },
  });
  await user.click(await screen.findByRole('button', { name: /More/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Move Crew')).toBeTruthy();
  const move = dialog.getByRole('button', { name: 'Move' });
  await user.click(dialog.getByRole('treeitem', { name: /Dealer/ }));
  await user.click(dialog.getByRole('treeitem', { name: /Service/ }));
  expect(move).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('treeitem', { name: /Head/ }));
  expect(dialog.getByText(/Crew moves below Head/)).toBeTruthy();
  await user.click(move);
  await waitFor(() =>
    expect(inputs('moveOrganisation')).toEqual([{ params: { id: 6 }, body: { parentId: 3 } }]),
  );
});

test('only an empty organisation is deleted; of another one it is said what is left', async () => {
  const { user, inputs, location } = await open('?id=4', { answers: { deleteOrganisation: null } });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: /More/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    return within(await screen.findByRole('dialog'));
  };
  const full = await ask();
  expect(full.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2 members',
    '1 organisation below',
  ]);
  expect(full.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
  await user.click(full.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('treeitem', { name: /Crew/ }));
  await screen.findByRole('heading', { level: 2, name: /Crew/ });
  const empty = await ask();
  await user.click(empty.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputs('deleteOrganisation')).toEqual([{ params: { id: 6 } }]));
  await waitFor(() => expect(location()).toBe(`${PAGE}?id=4`));
});

test('who may only look finds no way to change; who sees no organisations sees the own members', async () => {
  const { unmount } = await open('', { role: 'internalReadOnly' });
  await screen.findByRole('heading', { level: 2, name: /Head/ });
  expect(screen.queryByRole('button', { name: /Edit|Add below|Invite/ })).toBeNull();
  unmount();
  expect(ROLE_MATRIX.installer.permissions).not.toContain('organisations.view');
  const { inputs } = await open('', { role: 'installer' });
  await screen.findByRole('heading', { level: 2, name: 'Test organisation' });
  expect(inputs('organisationTree')).toEqual([]);
  expect(inputs('pageMembers')[0]!.body).toMatchObject({ organizationId: 3 });
});

test('who may see neither is told so', async () => {
  await open('', { role: 'owner' });
  expect(await screen.findByText('No permission')).toBeTruthy();
});

test('an organisation that is not there any more is said to be gone', async () => {
  await open('?id=99');
  expect(await screen.findByText(/does not exist or is no longer shared/)).toBeTruthy();
});

test('on a phone the tree comes first, then the chosen one with the way back', async () => {
  narrowScreen();
  const { user } = await open();
  await user.click(await screen.findByRole('treeitem', { name: /Service/ }));
  await screen.findByRole('heading', { level: 2, name: /Service/ });
  expect(screen.queryByRole('tree')).toBeNull();
  // Tabs would hide in a menu there: one choice leads to every part.
  expect(screen.queryByRole('tab')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Organisation' }), 'Details');
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('tree')).toBeTruthy();
});
