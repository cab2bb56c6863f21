import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type Role } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintOrganisationNode } from '../../../test/mint-people.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../../../app/pages/routes.tsx';

const head = mintOrganisationNode({ id: 3, name: 'Head' });
const used = {
  id: 31,
  name: 'Telegraf',
  organisation: { id: 3, name: 'Head' },
  prefix: 'sfk_Ab12Cd',
  createdBy: 'Ada',
  createdAt: Date.UTC(2026, 4, 2, 8),
  lastUsedAt: Date.UTC(2026, 5, 1, 8),
  endsAt: null,
};
const old = { ...used, id: 30, name: 'Old one', prefix: null, createdBy: null, lastUsedAt: null };

const open = (answers: Answers = {}, role: Role = 'organisationAdmin') =>
  renderPage(routes, {
    at: `${ADDRESSES.organisations}?tab=keys`,
    role,
    answers: { organisationTree: [head], listRoles: [], listIngestKeys: [used, old], ...answers },
  });

test('keys are listed with what they are known by, who made them and when they were used', async () => {
  const { inputs } = await open();
  const row = (await screen.findByText('Telegraf')).closest('tr')!;
  expect(row.textContent).toContain('sfk_Ab12Cd…');
  expect(row.textContent).toContain('Ada');
  expect(screen.getByText('Old one').closest('tr')!.textContent).toContain('Never');
  expect(inputs('listIngestKeys')).toEqual([{ query: { organisationId: 3 } }]);
  await expectAccessible();
});

test('a new one is made for the organisation, and its text is shown until somebody kept it', async () => {
  const organisation = { id: 3, code: 'ORG3', name: 'Head' };
  const { user, inputs } = await open({
    createIngestKey: { id: 32, key: 'sfk_the-whole-text', organisation },
  });
  await user.click(await screen.findByRole('button', { name: 'Create ingest key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New ingest key for Head' }));
  await user.click(dialog.getByRole('button', { name: 'Create ingest key' }));
  expect(inputs('createIngestKey')).toEqual([]);
  expect(dialog.getByRole('textbox', { name: 'Name of the key' }).getAttribute('aria-invalid')).toBe('true');
  await user.type(dialog.getByRole('textbox', { name: 'Name of the key' }), ' Farm ');
  await user.click(dialog.getByRole('button', { name: 'Create ingest key' }));
  const made = within(await screen.findByRole('dialog', { name: 'Ingest key “Farm”' }));
  expect(made.getByText('sfk_the-whole-text')).toBeTruthy();
  expect(inputs('createIngestKey')).toEqual([{ body: { name: 'Farm', organisationId: 3 } }]);
  await user.keyboard('{Escape}');
  expect(made.getByText('sfk_the-whole-text')).toBeTruthy();
  await user.click(made.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('sfk_the-whole-text')).toBeNull());
});

test('a refusal keeps the name that was typed', async () => {
  const refused = new CallError('refused', { error: 'noDataPermission', message: 'Not permitted.' });
  const { user } = await open({ createIngestKey: refused });
  await user.click(await screen.findByRole('button', { name: 'Create ingest key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New ingest key for Head' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of the key' }), 'Farm{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toContain('Not permitted.');
  expect(dialog.getByRole('textbox', { name: 'Name of the key' })).toHaveProperty('value', 'Farm');
});

test('one is revoked after it was confirmed', async () => {
  const { user, inputs } = await open({ revokeIngestKey: null });
  await user.click(await screen.findByRole('button', { name: 'Revoke: Telegraf' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the ingest key “Telegraf”?' }));
  expect(dialog.getByText(/refused at once/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(inputs('revokeIngestKey')).toEqual([{ params: { id: 31 } }]));
});

test('who may not manage them sees none', async () => {
  const { inputs } = await open({}, 'internalReadOnly');
  await screen.findByRole('heading', { level: 2, name: /Head/ });
  expect(screen.queryByRole('tab', { name: 'Ingest keys' })).toBeNull();
  expect(inputs('listIngestKeys')).toEqual([]);
});
