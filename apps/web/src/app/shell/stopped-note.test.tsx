import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { StoppedNote } from './stopped-note.tsx';

const routes = [{ path: '/', element: <StoppedNote /> }];
const at = Date.UTC(2026, 5, 21);

test('those who could send commands read what is stopped, and why', async () => {
  const listStoppedCommands = [
    { organisation: null, at, reason: 'Firmware' },
    { organisation: { id: 3, name: 'Sun Ltd' }, at, reason: 'Storm' },
  ];
  await renderPage(routes, { answers: { listStoppedCommands } });
  const notes = await screen.findAllByRole('alert');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'All commands to devices are stopped: Firmware',
    'Commands to devices of Sun Ltd are stopped: Storm',
  ]);
  await expectAccessible();
});

test('nothing is shown while commands are sent, and nothing asked for visitors', async () => {
  const quiet = await renderPage(routes, { answers: { listStoppedCommands: [] } });
  await waitFor(() => expect(quiet.inputs('listStoppedCommands')).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  quiet.unmount();
  const { inputs } = await renderPage(routes, { role: 'visitor' });
  expect(inputs('listStoppedCommands')).toEqual([]);
});
