import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type Parameter } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = `${ADDRESSES.device}?id=4&tab=parameters`;
const NOW = Date.UTC(2026, 5, 21, 10);
const reserve: Parameter = {
  key: 'battery.reserve',
  group: 'battery',
  form: 'number',
  unit: '%',
  min: 0,
  max: 100,
  step: 1,
  choices: [],
  risk: 'low',
  maySet: true,
  changed: null,
};
const voltage: Parameter = {
  ...reserve,
  key: 'grid.voltageMax',
  group: 'grid',
  unit: 'V',
  min: 100,
  max: 290,
  step: 0.1,
  risk: 'grid',
};
const value = (
  key: string,
  read: number | null,
  failure: 'refused' | 'timeout' | null = null,
  readOnly = false,
) => ({ key, value: read, failure, goesOnAt: null, readOnly });
const counts = { waiting: 0, running: 0, done: 1, failed: 0, unknown: 0, expired: 0, cancelled: 0 };
const answers = {
  getDevice: mintDevice({
    id: 4,
    sn: 'SN4',
    name: 'Roof east',
    profileId: 'deye-hybrid-3p',
    parent: { id: 3, sn: 'SN3' },
  }),
  deviceLatest: [],
  plantAuthority: { permissions: ['devices.view' as const], by: 'own' as const, endsAt: null },
  listProposals: [],
  listParameters: {
    parameters: [reserve, voltage],
    budget: { used: 3, most: 40 },
    queue: [{ runId: 8, by: { id: 2, name: 'Ana' }, running: true }],
    changes: [],
  },
  readParameters: { at: NOW, values: [value('battery.reserve', 20), value('grid.voltageMax', 253)] },
  setParameters: { runId: 9 },
  getRun: {
    id: 9,
    kind: 'parameters' as const,
    name: 'battery.reserve',
    state: 'finished' as const,
    dryRun: false,
    by: { id: 1, name: 'Me' },
    reason: '',
    createdAt: NOW,
    expiresAt: NOW + 120_000,
    endedAt: NOW + 2000,
    devices: counts,
    mayDirect: true,
    mayResume: false,
    mayRetry: false,
  },
  listRunDevices: {
    total: 1,
    page: 1,
    pageSize: 100,
    rows: [
      {
        device: { id: 4, sn: 'SN4', name: 'Roof east' },
        state: 'done' as const,
        attempt: 1,
        failure: null,
        detail: null,
        steps: [
          {
            key: 'battery.reserve',
            state: 'done' as const,
            before: 20,
            after: 35,
            answer: null,
            failure: null,
            detail: null,
          },
        ],
        startedAt: NOW,
        endedAt: NOW + 2000,
        behind: null,
      },
    ],
  },
};

test('an owner changes an everyday setting and sees before and after', async () => {
  const { user, inputs } = await renderPage(routes, { at: AT, answers, role: 'owner' });
  const form = await screen.findByRole('region', { name: 'Everyday settings' });
  const field = within(form).getByLabelText('Battery reserve (%)');
  expect(field).toHaveProperty('value', '20');
  expect(within(form).queryByLabelText(/voltage/)).toBeNull();
  expect(screen.getByText(/3 of 40/)).toBeTruthy();
  expect(screen.getByText('Ana is changing this device now.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '135');
  expect(within(form).getByText(/A value within the range/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, '35');
  await user.click(within(form).getByRole('button', { name: 'Change (1)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change these settings' });
  expect(dialog.textContent).toMatch(/Battery reserve: 20\s?% → 35\s?%/);
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Set' }));
  const body = { changes: [{ key: 'battery.reserve', value: 35 }], reason: '' };
  await waitFor(() => expect(inputs('setParameters')).toEqual([{ params: { id: 4 }, body }]));
  const result = await screen.findByRole('region', { name: 'Result' });
  expect(await within(result).findByText(/20\s?% → 35\s?% done/)).toBeTruthy();
});

test('what is dangerous is proposed; a parameter that the model lacks says so', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      readParameters: {
        at: NOW,
        values: [value('battery.reserve', null, 'refused'), value('grid.voltageMax', 253)],
      },
      setDangerousParameters: new CallError('refused', {
        error: 'secondPersonNeeded',
        message: 'Somebody else approves it.',
      }),
    },
  });
  expect(await screen.findByText('not on this model')).toBeTruthy();
  expect(screen.getByText('Not on this model: 1')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Everyday settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change Highest grid voltage' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set Highest grid voltage' });
  const field = within(dialog).getByLabelText('Highest grid voltage (V)');
  await user.clear(field);
  await user.type(field, '250.5');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { changes: [{ key: 'grid.voltageMax', value: 250.5 }], reason: '' };
  expect(inputs('setDangerousParameters')).toEqual([{ params: { id: 4 }, body }]);
});

test('a device of which no parameter is known says so', async () => {
  const unsupported = new CallError('refused', { error: 'parametersUnsupported', message: 'None known.' });
  await renderPage(routes, { at: AT, answers: { ...answers, listParameters: unsupported } });
  expect(await screen.findByText('No parameters known')).toBeTruthy();
});

test('a value that its enumeration does not know is told as it is', async () => {
  const mode: Parameter = {
    ...voltage,
    key: 'storage.mode',
    form: 'choice',
    choices: [{ value: 0, word: 'selfUse' }],
  };
  await renderPage(routes, {
    at: AT,
    role: 'installer',
    answers: {
      ...answers,
      listParameters: { ...answers.listParameters, parameters: [mode] },
      readParameters: { at: NOW, values: [value('storage.mode', 7)] },
    },
  });
  expect(await screen.findByText('Enumeration value not configured in the service: 7')).toBeTruthy();
});

test('safety standards that could not be read or set, and an item that is read only, say so', async () => {
  const change = {
    key: 'grid.voltageMax',
    at: NOW,
    by: { id: 2, name: 'Ana' },
    before: 253,
    after: null,
    wanted: 250,
    state: 'failed' as const,
    failure: 'readOnly' as const,
    reason: '',
  };
  const failed = { ...change, key: 'battery.reserve', failure: 'timeout' as const };
  await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      listParameters: { ...answers.listParameters, changes: [change, failed] },
      readParameters: {
        at: NOW,
        values: [
          value('battery.reserve', 20, null, true),
          { ...value('grid.voltageMax', null), failure: 'noAddress' as const },
        ],
      },
    },
  });
  expect(
    await screen.findByText(/^Security configuration not read: The device communication address/),
  ).toBeTruthy();
  expect(screen.getByText(/Failed to set safety standards: The current item is read only/)).toBeTruthy();
  expect(screen.getByText(/Parameter modification failed: Device reply timeout/)).toBeTruthy();
  expect(screen.getByText(/^The current item is read only/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change Battery reserve' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Everyday settings' })).toBeNull();
});

test('a device of an unknown type says what is missing', async () => {
  const listParameters = new CallError('refused', {
    error: 'deviceTypeUnknown',
    message: 'Device type not found: SN4',
  });
  await renderPage(routes, { at: AT, answers: { ...answers, listParameters } });
  expect(await screen.findByText('Device type not found: SN4')).toBeTruthy();
});

test('a device that cannot be read says so, and one that says it has parameters shows them', async () => {
  const { unmount } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, getDevice: new CallError('offline') },
  });
  expect(await screen.findByText('Device information acquisition failed')).toBeTruthy();
  unmount();
  const own = mintDevice({ id: 4, profileId: null, parent: null, attributes: { parameters: '1' } });
  await renderPage(routes, { at: AT, answers: { ...answers, getDevice: own } });
  expect(await screen.findByRole('tab', { name: 'Parameters' })).toBeTruthy();
});
