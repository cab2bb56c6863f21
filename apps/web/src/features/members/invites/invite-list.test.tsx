import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintInvite, mintOrganisationNode } from '../../../test/mint-people.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../../../app/pages/routes.tsx';

const head = mintOrganisationNode({ id: 3, name: 'Head' });
const code = { code: 'TEAM77' };
const several = mintInvite({ id: 22, email: null, uses: 3, maxUses: 25 });

const open = (answers: Answers = {}) =>
  renderPage(routes, {
    at: `${ADDRESSES.organisations}?tab=invites`,
    answers: {
      organisationTree: [head],
      listRoles: [],
      listInvites: [mintInvite(), several],
      getInviteCode: code,
      ...answers,
    },
  });

async function invite({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  return within(await screen.findByRole('dialog', { name: 'Invite to Head' }));
}

test('open invitations are listed with uses; links are read where somebody wants them', async () => {
  const { user, inputs } = await open();
  const row = (await screen.findByText('Whoever has the code')).closest('tr')!;
  expect(row.textContent).toContain('3 of 25');
  await expectAccessible();
  expect(inputs('getInviteCode')).toEqual([]);
  await user.click(within(row).getByRole('button', { name: 'Links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitation for several' }));
  expect(await dialog.findByText(/#\/register\?invite=TEAM77$/)).toBeTruthy();
  expect(inputs('getInviteCode')).toEqual([{ params: { id: 22 } }]);
  expect(dialog.getByText(/#\/join\?code=TEAM77$/)).toBeTruthy();
});

test('an invitation that somebody may not make is there to be seen alone', async () => {
  await open({ listInvites: [mintInvite({ manageable: false })] });
  const row = (await screen.findByText('new@example.test')).closest('tr')!;
  expect(within(row).queryByRole('button')).toBeNull();
});

test('one is withdrawn after it was confirmed', async () => {
  const { user, inputs } = await open({ withdrawInvite: null });
  const row = (await screen.findByText('new@example.test')).closest('tr')!;
  await user.click(within(row).getByRole('button', { name: 'Withdraw' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Withdraw the invitation for new@example.test?' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(inputs('withdrawInvite')).toEqual([{ params: { id: 21 } }]));
});

test('a person is invited by e-mail, which is judged as it is typed', async () => {
  const opened = await open({ inviteMember: { ...mintInvite(), ...code, delivery: 'sent' } });
  const { user, inputs } = opened;
  const dialog = await invite(opened);
  const email = dialog.getByRole('textbox', { name: 'E-mail' });
  await user.type(email, 'new');
  expect(dialog.getByText(/Enter a valid e-mail address/)).toBeTruthy();
  await user.type(email, '@example.test');
  expect(dialog.queryByText(/Enter a valid e-mail address/)).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Role'), 'Owner');
  expect(dialog.getByText(/Owns stations/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await screen.findByRole('dialog', { name: 'Invitation for new@example.test' });
  expect(screen.getByText(/is on its way to new@example\.test/)).toBeTruthy();
  expect(inputs('inviteMember')).toEqual([
    {
      params: { id: 3 },
      body: { email: 'new@example.test', role: 'owner', roleId: null, validDays: 14 },
    },
  ]);
});

test('whoever invites hears that this server sends nothing, and has the links', async () => {
  const opened = await open({ inviteMember: { ...mintInvite(), ...code, delivery: 'outbox' } });
  const { user } = opened;
  const dialog = await invite(opened);
  await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'new@example.test');
  await user.selectOptions(dialog.getByLabelText('Role'), 'Owner');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText(/^This server sends no e-mail yet\./)).toBeTruthy();
  expect(screen.getByText('Link for people without an account')).toBeTruthy();
});

test('a code for several carries its limits', async () => {
  const opened = await open({ inviteMember: { ...several, ...code, delivery: null } });
  const { user, inputs } = opened;
  const dialog = await invite(opened);
  await user.click(dialog.getByText('Code for several'));
  await user.selectOptions(dialog.getByLabelText('Role'), 'Installer');
  const uses = dialog.getByLabelText('How many may use it');
  await user.clear(uses);
  await user.type(uses, '1001');
  expect(dialog.getByText('Enter a number from 1 to 1000.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Make a code' })).toHaveProperty('disabled', true);
  await user.clear(uses);
  await user.type(uses, '25');
  await user.click(dialog.getByRole('button', { name: 'Make a code' }));
  await waitFor(() => expect(inputs('inviteMember')[0]!.body).toMatchObject({ maxUses: 25, validDays: 14 }));
  expect(inputs('inviteMember')[0]!.body).not.toHaveProperty('email');
});

test('a refusal stays beside what was typed', async () => {
  const member = new CallError('refused', {
    error: 'alreadyMember',
    message: 'Belongs to an organisation already.',
  });
  const opened = await open({ inviteMember: member });
  const { user } = opened;
  const dialog = await invite(opened);
  await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'new@example.test');
  await user.selectOptions(dialog.getByLabelText('Role'), 'Owner');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Belongs to an organisation already.');
  expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', 'new@example.test');
});
