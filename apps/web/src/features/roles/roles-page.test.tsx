import { CallError } from '@sunfleet/api-client';
import { type Account, ADDRESSES, offeredTo } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintMember, mintRole } from '../../test/mint-people.ts';
import { mintAccount, mintSession } from '../../test/mint.ts';
import { narrowScreen } from '../../test/narrow-screen.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const PAGE = ADDRESSES.roles;
const installer = mintRole({
  id: null,
  name: '',
  description: '',
  basedOn: 'installer',
  permissions: offeredTo('installer'),
  editable: false,
  organisation: null,
  members: 4,
});
const owner = mintRole({ ...installer, basedOn: 'owner', attribution: 'external', scope: 'own' });
const custom = mintRole();
const listRoles = [installer, owner, custom];

interface Options {
  at?: string;
  answers?: Answers;
  role?: 'internalReadOnly' | 'owner';
  account?: Partial<Account>;
}

const open = (options: Options = {}) =>
  renderPage(routes, {
    at: PAGE + (options.at ?? ''),
    answers: { listRoles, ...options.answers },
    ...(options.role ? { role: options.role } : {}),
    ...(options.account
      ? { session: mintSession({ account: mintAccount('organisationAdmin', options.account) }) }
      : {}),
  });

test('lists roles with their members, explains the chosen one in words, and keeps it in the address', async () => {
  const { user, location } = await open();
  await screen.findByRole('heading', { name: /Night watch/ });
  await user.click(screen.getByRole('link', { name: /^Installer/ }));
  expect(location()).toBe(`${PAGE}?role=installer`);
  await screen.findByRole('heading', { name: /Installer/ });
  expect(screen.getByText(/Builds and services stations/)).toBeTruthy();
  expect(screen.getByText(/All stations of the own organisation/)).toBeTruthy();
  expect(screen.getByText('Bind devices to stations')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await expectAccessible();
});

test('the list is filtered by internal and external', async () => {
  const { user, location } = await open();
  await user.click(await screen.findByText('External', { selector: '[class*=segmented] *' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Installer/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Owner/ })).toBeTruthy();
  expect(location()).toContain('attribution=external');
});

test('a built-in role is copied with what its copier holds, under a name of its own', async () => {
  const { user, inputs } = await open({ at: '?role=installer', answers: { createRole: custom } });
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  const name = await screen.findByLabelText('Name');
  expect(name).toHaveProperty('value', 'Installer (copy)');
  await user.clear(name);
  expect(screen.getByText('Enter a name for the role.')).toBeTruthy();
  await user.type(name, 'Roof crew');
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  await waitFor(() => expect(inputs('createRole')).toHaveLength(1));
  const { body } = inputs('createRole')[0]!;
  expect(body).toMatchObject({ name: 'Roof crew', basedOn: 'installer', views: null, scope: 'organisation' });
  expect(body.permissions).toEqual(installer.permissions);
});

test('a new role needs name, description and a function; nothing is sent before', async () => {
  const { user, inputs } = await open({ at: '?mode=new', answers: { createRole: custom } });
  const create = await screen.findByRole('button', { name: 'Create role' });
  expect(screen.queryByText('Tick at least one function.')).toBeNull();
  await user.click(create);
  expect(screen.getByRole('alert').textContent).toBe('Tick at least one function.');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(screen.getByText('Enter a name for the role.')).toBeTruthy();
  const labels = screen.getByRole('group', { name: 'Labels' });
  await user.click(within(labels).getByRole('checkbox', { name: /^View/ }));
  expect(within(labels).getByRole('checkbox', { name: 'Labels' })).toHaveProperty('indeterminate', true);
  await user.click(within(labels).getByRole('checkbox', { name: 'Labels' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(create);
  expect(screen.getByText('Describe what the role is for.')).toBeTruthy();
  expect(inputs('createRole')).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Label keeper');
  await user.type(screen.getByLabelText('Description'), 'Keeps the labels tidy');
  await user.click(screen.getByRole('radio', { name: /Only chosen menus/ }));
  const menus = screen.getByRole('group', { name: 'Only chosen menus' });
  await user.click(within(menus).getByRole('checkbox', { name: 'Labels' }));
  await user.click(create);
  await waitFor(() => expect(inputs('createRole')).toHaveLength(1));
  const { body } = inputs('createRole')[0]!;
  expect(body.permissions).toEqual(['labels.view', 'labels.create', 'labels.edit', 'labels.delete']);
  expect(body.views).not.toContain('labels');
  expect(body.views).not.toContain('platform');
  expect(body.views).toContain('stations');
});

test('what the editor does not hold cannot be ticked, and what no role can hold is not offered', async () => {
  const permissions = offeredTo('organisationAdmin').filter((name) => !name.startsWith('audit.'));
  await open({ at: '?mode=new', account: { permissions } });
  const audit = await screen.findByRole('group', { name: 'Audit log' });
  for (const box of within(audit).getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true);
  expect(screen.queryByRole('group', { name: 'Platform' })).toBeNull();
});

test('the server’s word stands at its field, and what was typed stays', async () => {
  const taken = new CallError('refused', {
    error: 'invalidInput',
    message: 'Some input is not valid',
    fields: [{ path: 'body.name', message: 'Another role has this name.' }],
  });
  const { user } = await open({ at: '?role=31&mode=edit', answers: { updateRole: taken } });
  await user.type(await screen.findByLabelText('Name'), ' two');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const name = screen.getByLabelText('Name');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(name.getAttribute('aria-describedby')!)!.textContent).toBe(
    'Another role has this name.',
  );
  expect(name).toHaveProperty('value', 'Night watch two');
  expect(screen.queryByText('Some input is not valid')).toBeNull();
  await expectAccessible();
});

test('a role is given to members that are picked', async () => {
  const { user, inputs } = await open({
    at: '?role=31',
    answers: {
      pageMembers: {
        total: 2,
        page: 1,
        pageSize: 50,
        rows: [mintMember({ name: 'Ana' }), mintMember({ id: 7 })],
      },
      grantRole: { changed: 1 },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Give to members' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('checkbox', { name: /Ana/ }));
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Give to 1 member' }));
  await waitFor(() => expect(inputs('grantRole')).toEqual([{ params: { id: 31 }, body: { userIds: [11] } }]));
});

test('a role that is held cannot be deleted, and says why; another one can', async () => {
  const held = mintRole({ id: 32, name: 'Day watch', members: 2 });
  const { user, inputs } = await open({
    at: '?role=32',
    answers: { listRoles: [custom, held], deleteRole: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the role Day watch?' });
  expect(within(dialog).getByText(/2 members hold this role/)).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('link', { name: /Night watch/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const other = await screen.findByRole('dialog', { name: 'Delete the role Night watch?' });
  await user.click(within(other).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputs('deleteRole')).toEqual([{ params: { id: 31 } }]));
});

test('who may only look sees no buttons; who may not look sees that', async () => {
  const { unmount } = await open({ role: 'internalReadOnly' });
  await screen.findByRole('heading', { name: /Night watch/ });
  expect(screen.queryByRole('button', { name: /New role|Copy|Edit|Delete/ })).toBeNull();
  unmount();
  await open({ role: 'owner' });
  expect(await screen.findByText('No permission')).toBeTruthy();
});

test('on a phone the list comes first, and the way back leads to it', async () => {
  narrowScreen();
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: /Night watch/ }));
  await user.click(await screen.findByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('link', { name: /^Owner/ })).toBeTruthy();
});
