import { CallError } from '@sunfleet/api-client';
import { type Account, ADDRESSES, type Member } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintMember, mintOrganisationNode, mintRole } from '../../test/mint-people.ts';
import { mintAccount, mintSession } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from '../../app/pages/routes.tsx';

const PAGE = ADDRESSES.organisations;
const crew = mintOrganisationNode({ id: 4, name: 'Crew', kind: 'department', parentId: 3 });
const head = mintOrganisationNode({ id: 3, name: 'Head', children: [crew] });
const ana = mintMember({ name: 'Ana' });
const self = mintMember({ id: 7, name: 'Self', role: 'organisationAdmin', manageable: false });

const page = (...rows: Member[]) => ({ total: rows.length, page: 1, pageSize: 20, rows });
const open = (answers: Answers = {}, at = '', account: Partial<Account> = {}) =>
  renderPage(routes, {
    at: PAGE + at,
    session: mintSession({ account: mintAccount('organisationAdmin', account) }),
    answers: { organisationTree: [head], listRoles: [mintRole()], pageMembers: page(self, ana), ...answers },
  });
type Opened = Awaited<ReturnType<typeof open>>;

/** Opens the dialog of an action on Ana. */
async function act({ user }: Opened, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
}

test('members show role, status and contact; nobody acts on the own account', async () => {
  const locked = mintMember({ id: 12, name: 'Ben', status: 'locked', roleName: 'Night watch', roleId: 31 });
  await open({ pageMembers: page(self, ana, locked) });
  const row = (await screen.findByText('Ben')).closest('tr')!;
  expect(row.textContent).toContain('Night watch');
  expect(row.textContent).toContain('Locked');
  expect(screen.getByText('You')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions for Self' })).toBeNull();
  await expectAccessible();
});

test('only members that the account manages have actions, and only what it may do with them', async () => {
  const boss = mintMember({ id: 13, name: 'Boss', role: 'organisationAdmin', manageable: false });
  const permissions = ['members.view', 'members.team', 'organisations.view'] as const;
  const { user } = await open({ pageMembers: page(self, ana, boss) }, '', { permissions: [...permissions] });
  expect(await screen.findByText('Boss')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions for Boss' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Ana' }));
  expect(await screen.findByRole('menuitem', { name: 'Lock' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Move' })).toBeNull();
});

test('without anybody to manage there is no column of actions', async () => {
  await open({ pageMembers: page(self) });
  expect(await screen.findByText('Self')).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('filters are sent and stand in the address', async () => {
  const opened = await open();
  const { user, inputs, location } = opened;
  await user.type(await screen.findByRole('searchbox', { name: 'Name, contact or code' }), 'an');
  await user.click(screen.getByRole('checkbox', { name: 'With organisations below' }));
  await waitFor(() =>
    expect(inputs('pageMembers').at(-1)!.body).toMatchObject({ organizationId: 3, below: false, q: 'an' }),
  );
  expect(location()).toBe(`${PAGE}?q=an&below=no`);
});

test('a link with filters shows the same, and what matches nothing can be cleared', async () => {
  const { user, inputs } = await open({ pageMembers: page() }, '?role=owner&status=locked&page=1');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(inputs('pageMembers')[0]!.body).toMatchObject({ role: 'owner', status: 'locked', below: true });
  await waitFor(() => expect(inputs('pageMembers').at(-1)!.body).not.toHaveProperty('role'));
});

test.each([
  ['Lock', 'lockMember', { params: { id: 11 } }, /signed out everywhere/],
  [
    'Remove from organisation',
    'removeMember',
    { query: { userId: 11, organizationId: 3 } },
    /loses everything/,
  ],
  ['Delete account', 'deleteMember', { query: { id: 11 } }, /gone for good/],
] as const)(
  '%s names the person and what follows, then does it',
  async (action, route, input, consequence) => {
    const opened = await open({ [route]: null });
    const dialog = await act(opened, action);
    expect(dialog.getByText(consequence).textContent).toContain('Ana');
    await opened.user.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(opened.inputs(route)).toEqual([input]));
    await waitFor(() => expect(opened.inputs('pageMembers')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('a locked member is let in again', async () => {
  const opened = await open({
    pageMembers: page(mintMember({ name: 'Ana', status: 'locked' })),
    unlockMember: null,
  });
  const dialog = await act(opened, 'Unlock');
  await opened.user.click(dialog.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(opened.inputs('unlockMember')).toEqual([{ params: { id: 11 } }]));
});

test('the last administrator is kept, and the dialog says what to do first', async () => {
  const last = new CallError('refused', {
    error: 'lastAdministrator',
    message: 'This is the last administrator of the organisation. Name another one first.',
  });
  const opened = await open({ removeMember: last });
  const dialog = await act(opened, 'Remove from organisation');
  await opened.user.click(dialog.getByRole('button', { name: 'Remove from organisation' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('This is the last administrator');
  expect(alert.textContent).toContain('Give another member the role of organisation administrator');
});

test('a role is changed to a built-in or a custom one', async () => {
  const opened = await open({ changeMemberRole: null });
  const dialog = await act(opened, 'Change role');
  expect(dialog.getByText('Ana is: Installer')).toBeTruthy();
  const change = dialog.getByRole('button', { name: 'Change role' });
  await opened.user.selectOptions(dialog.getByLabelText('Role'), 'Installer');
  expect(change).toHaveProperty('disabled', true);
  await opened.user.selectOptions(dialog.getByLabelText('Role'), 'Night watch');
  await expectAccessible();
  await opened.user.click(change);
  await waitFor(() =>
    expect(opened.inputs('changeMemberRole')).toEqual([
      { params: { id: 11 }, body: { role: 'internalReadOnly', roleId: 31 } },
    ]),
  );
});

test('a member is moved to a department that is picked', async () => {
  const opened = await open({ moveMember: null });
  const dialog = await act(opened, 'Move');
  await opened.user.click(dialog.getByRole('treeitem', { name: /Head/ }));
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  await opened.user.click(dialog.getByRole('treeitem', { name: /Crew/ }));
  expect(dialog.getByText(/Ana belongs to Crew/)).toBeTruthy();
  await opened.user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(opened.inputs('moveMember')).toEqual([{ params: { id: 11 }, body: { organisationId: 4 } }]),
  );
});

test('an initial password is shown once, until it is closed', async () => {
  const expiresAt = new Date(2026, 5, 28, 10).getTime();
  const opened = await open({ resetMemberPassword: { password: 'k7Qm2x', expiresAt, delivery: 'outbox' } });
  const dialog = await act(opened, 'Reset password');
  expect(dialog.getByText(/works once within seven days and must be changed/)).toBeTruthy();
  await opened.user.click(dialog.getByRole('button', { name: 'Reset password' }));
  expect(await screen.findByText('k7Qm2x')).toBeTruthy();
  expect(screen.getByText(/works once until .*28.*2026/)).toBeTruthy();
  expect(screen.getByText(/This server sends no e-mail yet/)).toBeTruthy();
  expect(opened.inputs('resetMemberPassword')).toEqual([{ body: { userId: 11 } }]);
  await opened.user.keyboard('{Escape}');
  expect(screen.getByText('k7Qm2x')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('k7Qm2x')).toBeNull());
});
