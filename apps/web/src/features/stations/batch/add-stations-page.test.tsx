import { ADDRESSES, type CheckedBatch, type StationBatch } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintAccount, mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The module is loaded here, because the first test would time out waiting for it.
import './add-stations-page.tsx';

const AT = ADDRESSES.addStations;
const batch: StationBatch = {
  id: 7,
  fileName: 'fleet.csv',
  state: 'ready',
  total: 5000,
  done: 0,
  message: null,
  createdAt: 1,
  finishedAt: null,
};
const right: CheckedBatch = {
  batch,
  fileName: 'fleet.csv',
  rows: 5000,
  estimatedElevations: 0,
  errors: [],
  errorCount: 0,
  headings: ['Name', 'Type'],
  sample: [['Barn', 'utility']],
};
const wrong: CheckedBatch = {
  ...right,
  batch: null,
  errorCount: 1,
  errors: [{ row: 7, column: 'Capacity', cell: 'C7', value: 'much', message: '“much” is not a number.' }],
};

test('wrong cells are shown by name, and a table without one is created with progress', async () => {
  const answers = [wrong, right];
  let state: StationBatch = batch;
  const page = await renderPage(routes, {
    at: AT,
    session: mintSession({ account: mintAccount('organisationAdmin') }),
    answers: {
      organisationTree: [],
      checkStationBatch: () => answers.shift()!,
      getStationBatch: () => state,
      startStationBatch: () => (state = { ...batch, state: 'creating', done: 1250 }),
    },
  });
  const upload = async () =>
    page.user.upload(await screen.findByLabelText(/^Choose a file/), new File(['a,b'], 'fleet.csv'));
  await upload();
  await screen.findByText('“much” is not a number.');
  expect(screen.getByText('C7')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('wrong cells: 1');
  await expectAccessible();
  await upload();
  await screen.findByText('fleet.csv: 5,000 stations, no cell is wrong.');
  expect(screen.getByRole('cell', { name: 'Barn' })).toBeTruthy();
  expect(page.location()).toContain('batch=7');
  await expectAccessible();
  await page.user.click(screen.getByRole('button', { name: 'Create 5,000 stations' }));
  await screen.findByText(/^Being created: 1,250 of 5,000/);
  state = { ...batch, state: 'done', done: 5000 };
  await waitFor(() => expect(screen.getByText('Stations created from fleet.csv: 5,000.')).toBeTruthy(), {
    timeout: 5000,
  });
  expect(page.inputs('startStationBatch')[0]?.params).toEqual({ id: 7 });
});
