import { ADDRESSES, type ImportRun } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { mintImportRun } from '../../../test/mint-import.ts';
import { routes } from '../routes.tsx';

const AT = `${ADDRESSES.importRun}?id=5`;

test('progress is asked for until the import has ended, and no longer', async () => {
  const steps = [
    mintImportRun({ state: 'checking', rowsDone: 0, finishedAt: null }),
    mintImportRun({ state: 'importing', rowsDone: 500, finishedAt: null }),
    mintImportRun(),
  ];
  let asked = 0;
  const getImport = () => steps[Math.min(asked++, steps.length - 1)]!;
  await renderPage(routes, { at: AT, answers: { getImport } });
  expect(await screen.findByText('500 of 2,000 rows')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(await screen.findByText('2,000 of 2,000 rows')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(asked).toBe(3);
  expect(screen.getByText('INV01')).toBeTruthy();
  expect(screen.getByText('8 sec')).toBeTruthy();
  await expectAccessible();
});

test('rows with errors are named by line, column and cause', async () => {
  const errors = [
    { line: 17, column: 'P_AC (kW)', message: '“n.a.” is not a number.' },
    { line: 90, column: null, message: 'The row has 2 cells, the header has 3.' },
  ];
  const run = mintImportRun({ state: 'failed', message: 'Nothing was imported', errorCount: 310, errors });
  await renderPage(routes, { at: AT, answers: { getImport: run } });
  const rows = within(await screen.findByRole('region', { name: 'Rows with errors' }));
  expect(rows.getByText('The first 2 of 310')).toBeTruthy();
  expect(rows.getByText('“n.a.” is not a number.').closest('tr')!.textContent).toContain('17');
  expect(rows.getByRole('button', { name: 'Download CSV' })).toBeTruthy();
  expect(screen.getByText('Nothing was imported')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'New import' })).toBeTruthy();
  await expectAccessible();
});

test('an import that is being checked can be stopped', async () => {
  let state: 'checking' | 'cancelled' = 'checking';
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      getImport: () => mintImportRun({ state, finishedAt: null }),
      cancelImport: () => {
        state = 'cancelled';
        return mintImportRun({ state });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel the import' }));
  expect(await screen.findByText('Cancelled')).toBeTruthy();
  expect(inputs('cancelImport')).toEqual([{ params: { id: 5 } }]);
});

test('the result shows the period in the zone of the file, and how each column was converted', async () => {
  const run = mintImportRun({ firstTime: Date.UTC(2025, 5, 30, 22), lastTime: Date.UTC(2025, 6, 1, 10) });
  await renderPage(routes, { at: AT, answers: { getImport: run } });
  expect(
    await screen.findByText('Jul 1, 2025, 12:00 AM – Jul 1, 2025, 12:00 PM (Europe/Madrid)'),
  ).toBeTruthy();
  expect(screen.getByText('P_AC (kW) × 1,000 → AC power (W)')).toBeTruthy();
});

test('an import is taken back after it was said what goes, and the page says by whom', async () => {
  const undo = { by: 'Ada', beganAt: Date.UTC(2026, 10, 22, 9), finishedAt: null, valuesDone: 1000 };
  const message = '4,000 values are from before Oct 1, 2025.';
  const steps: ImportRun[] = [mintImportRun({ message })];
  const what = {
    values: 4000,
    restored: 12,
    devices: [{ id: 3, sn: 'INV01' }],
    firstTime: Date.UTC(2020, 0, 1),
    lastTime: Date.UTC(2020, 11, 31),
    oldBefore: Date.UTC(2025, 9, 1),
  };
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      getImport: () => (steps.length > 1 ? steps.shift()! : steps[0]!),
      getImportUndo: what,
      undoImport: () => {
        const running = mintImportRun({ state: 'undoing', undoableUntil: null, undo });
        const over = { ...undo, finishedAt: Date.UTC(2026, 10, 22, 9, 1), valuesDone: 4000 };
        steps.splice(
          0,
          1,
          running,
          mintImportRun({ state: 'undone', undoableUntil: null, undo: over, message }),
        );
        return running;
      },
    },
  });
  expect(await screen.findByText(message)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back the import “plant.csv”?' }));
  expect(await dialog.findByText('4,000')).toBeTruthy();
  expect(dialog.getByText('12')).toBeTruthy();
  expect(dialog.getByText(/From before Oct 1, 2025 only means/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('1,000 of 4,000 values taken back')).toBeTruthy();
  expect(await screen.findByText(/Taken back by Ada on Nov 22, 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  // What becomes of its values is no longer said: they are gone.
  expect(screen.queryByText(message)).toBeNull();
  expect(inputs('undoImport')).toEqual([{ params: { id: 5 } }]);
});

test('custom points of the result are called as their organisation calls them', async () => {
  const columns = [{ column: 'Pump', point: 'pool.pump', scale: 1000, offset: 0 }];
  const points = [{ key: 'pool.pump', name: 'Pool pump', unit: 'W', described: true }];
  await renderPage(routes, {
    at: AT,
    answers: { getImport: mintImportRun({ columns }), listImportPoints: { points, mayDescribe: true } },
  });
  expect(await screen.findByText('Pump × 1,000 → Pool pump (W)')).toBeTruthy();
});
