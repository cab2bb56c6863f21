import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type Instruction, type InstructionSet } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const reserve: Instruction = {
  id: 5,
  code: 'SOC',
  name: 'Reserve',
  description: '',
  fn: 16,
  address: 117,
  count: 1,
  data: '0023',
  dangerous: true,
  frame: '011000750001020023ecec',
  sets: 1,
  revision: 3,
};
const winter: InstructionSet = {
  id: 7,
  code: 'W',
  name: 'Winter',
  description: '',
  steps: [{ instructionId: 5, name: 'Reserve', delaySeconds: 2, goesOn: false, readsBack: true }],
  dangerous: true,
  writes: true,
  revision: 1,
};
const page = <Row,>(rows: Row[]) => ({ rows, total: rows.length, page: 1, pageSize: 20 });
const answers = {
  listInstructions: page([reserve]),
  listInstructionSets: page([winter]),
  listRuns: page([]),
  listProposals: [],
  listLabels: [],
  listDevices: { ...page([]), counts: {} as never },
  listStations: page([{ id: 3, name: 'Barn' } as never]) as never,
};

test('an instruction is checked as it is typed, and its frame is shown', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.instructions,
    answers: { ...answers, createInstruction: reserve },
  });
  expect(await screen.findByText('01 10 00 75 00 01 02 00 23 EC EC')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add instruction' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('The address cannot be empty.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Code'), 'SOC');
  await user.type(within(dialog).getByLabelText('Name'), 'Reserve');
  await user.selectOptions(within(dialog).getByLabelText('Function'), '16');
  await user.type(within(dialog).getByLabelText('First register'), '0x75');
  await user.type(within(dialog).getByLabelText('Data to write'), '002');
  expect(within(dialog).getByText(/even number of digits/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Data to write'), '3');
  expect(within(dialog).getByText('Writes 35 from register 117 (0x0075) on.')).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const body = {
    code: 'SOC',
    name: 'Reserve',
    fn: 16,
    address: 117,
    count: 1,
    data: '0023',
    dangerous: true,
  };
  await waitFor(() => expect(inputs('createInstruction')).toEqual([{ body }]));
});

test('a set with danger is proposed, and runs at once as a dry run', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: ADDRESSES.instructionSets,
    answers: { ...answers, runInstructionSet: { runId: 9, devices: 2 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Run Winter' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText('All devices of stations'));
  await user.click(await screen.findByTitle('Barn'));
  expect(within(dialog).getByRole('button', { name: 'Ask for approval' })).toBeTruthy();
  await user.click(within(dialog).getByLabelText(/Dry run/));
  await user.click(within(dialog).getByRole('button', { name: 'Run' }));
  const target = { deviceIds: [], stationIds: [3], labelIds: [], batchIds: [] };
  await waitFor(() =>
    expect(inputs('runInstructionSet')).toEqual([
      { params: { id: 7 }, body: { target, reason: '', dryRun: true } },
    ]),
  );
  await waitFor(() => expect(location()).toContain('run=9'));
});

test('a set is put together in an order', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.instructionSets,
    answers: { ...answers, createInstructionSet: winter },
  });
  await user.click(await screen.findByRole('button', { name: 'Add set' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Code'), 'W');
  await user.type(within(dialog).getByLabelText('Name'), 'Winter');
  await user.click(await within(dialog).findByRole('button', { name: 'Add step' }));
  await user.clear(within(dialog).getByLabelText('Seconds before it'));
  await user.type(within(dialog).getByLabelText('Seconds before it'), '5');
  await user.click(within(dialog).getByLabelText('Go on where it fails'));
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const steps = [{ instructionId: 5, delaySeconds: 5, goesOn: true, readsBack: true }];
  await waitFor(() =>
    expect(inputs('createInstructionSet')).toEqual([{ body: { code: 'W', name: 'Winter', steps } }]),
  );
});

test.each([
  ['listInstructions', ADDRESSES.instructions],
  ['listInstructionSets', ADDRESSES.instructionSets],
] as const)('a list that cannot be read says so and is read again: %s', async (route, at) => {
  let tries = 0;
  const { user } = await renderPage(routes, {
    at,
    answers: {
      ...answers,
      [route]: () => {
        tries += 1;
        if (tries === 1) throw new CallError('badAnswer');
        return answers[route];
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText('Reserve', { exact: false })).length).toBeGreaterThan(0);
});
