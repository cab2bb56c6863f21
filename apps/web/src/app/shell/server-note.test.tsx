import type { Health, Role } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { ServerNote } from './server-note.tsx';

const SINCE = Date.UTC(2026, 5, 21, 8, 30);

const health = (detail: { fullSince: number | null; brokenParts: number }): Health => ({
  state: 'degraded',
  version: '0.0.0',
  parts: [
    { name: 'disk', state: 'degraded', detail: { fullSince: detail.fullSince } },
    { name: 'clickhouse', state: 'degraded', detail: { brokenParts: detail.brokenParts } },
  ],
});

const show = (role: Role, answer: Health) =>
  renderPage([{ path: '/', element: <ServerNote /> }], { at: '/', role, answers: { health: answer } });

test('administrators of the platform read that the disk is full and since when, and what was damaged', async () => {
  await show('platformAdmin', health({ fullSince: SINCE, brokenParts: 2 }));
  const [full, broken] = await screen.findAllByRole('alert');
  expect(full!.textContent).toMatch(/has been full since .*2026/);
  expect(broken!.textContent).toContain('set aside: 2');
});

test('nothing is told while all is well', async () => {
  const { inputs } = await show('platformAdmin', health({ fullSince: null, brokenParts: 0 }));
  await waitFor(() => expect(inputs('health')).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('others are not told, and nothing is asked for them', async () => {
  const { inputs } = await show('organisationAdmin', health({ fullSince: SINCE, brokenParts: 1 }));
  expect(inputs('health')).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
