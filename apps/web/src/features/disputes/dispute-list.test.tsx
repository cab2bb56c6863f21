import type { Dispute } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { DisputeList } from './dispute-list.tsx';

const AT = 1_780_000_000_000;
const dispute: Dispute = {
  id: 3,
  sn: 'M-1',
  state: 'open',
  proof: 'contender',
  reason: 'On my wall.',
  answer: 'I bought it.',
  answeredAt: AT,
  createdAt: AT,
  decidedAt: null,
  claimant: {
    id: 8,
    name: 'Clara',
    email: 'clara@example.test',
    since: AT,
    station: { id: 5, name: 'Barn' },
    network: '203.0.113.0/24',
  },
  contenderNetwork: '198.51.100.0/24',
  holder: {
    deviceId: 9,
    station: { id: 6, name: 'Mill' },
    owner: 'Henk',
    since: AT,
    firstSeenAt: AT,
    lastDataAt: AT,
  },
};

test('both sides stand side by side, and a decision says what it brings before it is made', async () => {
  const { user, inputs } = await renderPage(<DisputeList />, {
    role: 'platformAdmin',
    answers: { listDisputes: pageOf(dispute), decideDispute: null },
  });
  for (const text of ['On my wall.', 'I bought it.', '203.0.113.0/24', '198.51.100.0/24', 'Henk', 'Mill'])
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Transfer to claimant' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/moves to Barn with a new secret/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Transfer to claimant' }));
  await waitFor(() =>
    expect(inputs('decideDispute')).toEqual([{ params: { id: 3 }, body: { decision: 'transfer' } }]),
  );
});

test('nothing to transfer where nobody has the serial number; nothing to decide where it is decided', async () => {
  const rows = [
    { ...dispute, holder: null },
    { ...dispute, id: 4, sn: 'M-2', state: 'kept' as const },
  ];
  await renderPage(<DisputeList />, { role: 'platformAdmin', answers: { listDisputes: pageOf(...rows) } });
  expect(await screen.findByText('Nobody has it.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Holder keeps it' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Transfer to claimant' })).toBeNull();
});

test('no dispute says so', async () => {
  await renderPage(<DisputeList />, { role: 'platformAdmin', answers: { listDisputes: pageOf() } });
  expect(await screen.findByText('No disputes')).toBeTruthy();
});
