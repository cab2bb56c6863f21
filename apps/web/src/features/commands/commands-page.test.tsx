import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, COMMAND_LIMITS, type CommandRules, type Proposal } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintOrganisationNode } from '../../test/mint-people.ts';
import { getNotices } from '../../ui/notice/notice-store.ts';
import { mintAccount, mintSession } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const AT = ADDRESSES.commands;
const STOPPED_AT = Date.UTC(2026, 5, 21, 9);

function mintRules(changes: Partial<CommandRules> = {}): CommandRules {
  const limits = COMMAND_LIMITS.map((name) => [name, { own: null, usual: 60, now: 60 }]);
  return {
    stopped: null,
    stoppedAbove: null,
    limits: Object.fromEntries(limits) as CommandRules['limits'],
    used: { writes: 7, reads: 2, people: [{ id: 4, name: 'Ana', writes: 7, devices: 3, reads: 2 }] },
    ...changes,
  };
}

const tree = [mintOrganisationNode({ id: 3, name: 'Sun Ltd' })];
const stopped = { at: STOPPED_AT, by: 'Ana', reason: 'Storm', byPlatform: false };

test('an administrator sees what is used of the limits and lowers one', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      organisationTree: tree,
      getOrganisationCommands: mintRules(),
      editOrganisationCommands: mintRules(),
    },
  });
  const row = (await screen.findByRole('cell', { name: 'Ana' })).closest('tr')!;
  expect(row.textContent).toBe('Ana7 of 603 of 602 of 60');
  const field = screen.getByLabelText('Commands of one person');
  await user.type(field, '61');
  expect(screen.getByText('A whole number from 1 to 60, or empty.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '20');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() =>
    expect(inputs('editOrganisationCommands')).toEqual([
      {
        params: { id: 3 },
        body: {
          writesPerPerson: 20,
          devicesPerPerson: null,
          writesPerOrganisation: null,
          readsPerPerson: null,
        },
      },
    ]),
  );
});

test('the emergency stop asks why, and stops', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    role: 'platformAdmin',
    answers: {
      organisationTree: tree,
      getPlatformCommands: mintRules(),
      stopPlatformCommands: null,
      listProposals: [],
    },
  });
  expect(await screen.findByText('Commands are sent.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop all commands' }));
  const dialog = await screen.findByRole('dialog');
  const ok = within(dialog).getByRole('button', { name: 'Stop all commands' });
  await user.click(ok);
  expect(within(dialog).getByText('Enter a reason.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Reason'), ' Firmware ');
  await expectAccessible();
  await user.click(ok);
  await waitFor(() => expect(inputs('stopPlatformCommands')).toEqual([{ body: { reason: 'Firmware' } }]));
});

test('a stop is ended as it was seen; one that changed meanwhile is told', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      organisationTree: tree,
      getOrganisationCommands: mintRules({ stopped }),
      resumeOrganisationCommands: new CallError('refused', {
        error: 'stopChanged',
        message: 'This stop has changed meanwhile.',
      }),
    },
  });
  expect(await screen.findByText(/by Ana: Storm/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Let commands go on' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'Over');
  await user.click(within(dialog).getByRole('button', { name: 'Let commands go on' }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/changed meanwhile/);
  expect(inputs('resumeOrganisationCommands')).toEqual([
    { params: { id: 3 }, body: { reason: 'Over', stoppedAt: STOPPED_AT } },
  ]);
});

test('what the platform stopped has no button for others', async () => {
  await renderPage(routes, {
    at: AT,
    answers: {
      organisationTree: tree,
      getOrganisationCommands: mintRules({
        stopped: { ...stopped, byPlatform: true },
        stoppedAbove: stopped,
      }),
    },
  });
  expect(await screen.findByText('Only an administrator of the platform can let them go on.')).toBeTruthy();
  expect(screen.getByText(/superior organisation has stopped commands/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Let commands go on' })).toBeNull();
});

const proposal: Proposal = {
  id: 9,
  route: 'resumePlatformCommands',
  input: '{"body":{"reason":"Over"}}',
  digest: 'd'.repeat(64),
  proposedBy: 'Ana',
  proposedAt: Date.now(),
  expiresAt: Date.now() + 1_800_000,
  own: false,
  aloneFrom: null,
};

const showProposals = (listProposals: Proposal[]) =>
  renderPage(routes, {
    at: AT,
    role: 'platformAdmin',
    answers: {
      organisationTree: tree,
      getPlatformCommands: mintRules({ stopped }),
      listProposals,
      acceptProposal: null,
      declineProposal: null,
      resumePlatformCommands: new CallError('refused', {
        error: 'secondPersonNeeded',
        message: 'This waits for a second person.',
      }),
    },
  });

test('what somebody else proposed is approved as it is shown, or declined', async () => {
  const { user, inputs } = await showProposals([proposal]);
  expect(await screen.findByText('{"body":{"reason":"Over"}}')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(inputs('acceptProposal')).toEqual([{ params: { id: 9 }, body: { digest: proposal.digest } }]),
  );
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(inputs('declineProposal')).toEqual([{ params: { id: 9 } }]));
});

test('nobody approves what they proposed, but the only administrator after a while', async () => {
  const own = { ...proposal, own: true };
  const { unmount } = await showProposals([own]);
  expect(await screen.findByText('Another administrator has to approve it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  unmount();
  const alone = await showProposals([{ ...own, aloneFrom: Date.now() + 60_000 }]);
  expect(await screen.findByText(/^There is no other administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  alone.unmount();
  await showProposals([{ ...own, aloneFrom: Date.now() - 60_000 }]);
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy();
});

test('lifting the stop of the platform waits for somebody else, which is no failure', async () => {
  const { user } = await showProposals([]);
  await user.click(await screen.findByRole('button', { name: 'Let commands go on' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'Over');
  await user.click(within(dialog).getByRole('button', { name: 'Let commands go on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const notice = getNotices().find(({ text }) => text === 'This waits for a second person.');
  expect(notice?.kind).toBe('info');
});

test('the page is closed to who reaches a part of the organisation, and asks the server for nothing', async () => {
  const account = mintAccount('organisationAdmin', { reach: 'part' });
  const { inputs } = await renderPage(routes, { at: AT, session: mintSession({ account }) });
  expect(await screen.findByText('No permission')).toBeTruthy();
  expect([...inputs('organisationTree'), ...inputs('getOrganisationCommands')]).toEqual([]);
});
