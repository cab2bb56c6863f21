import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { violations } from '../../test/violations.ts';
import { Page, type Loading } from './page.tsx';

const open = (loading: Loading, role: 'visitor' | 'organisationAdmin' = 'organisationAdmin') =>
  renderPage(
    <Page
      title="Imports"
      permission="imports.run"
      loading={loading}
      actions={<button type="button">New</button>}
    >
      <p>content</p>
    </Page>,
    { role },
  );

const ready: Loading = { isPending: false, error: null, refetch: () => undefined };

test('shows title, actions and content, and names the tab', async () => {
  const { container } = await open(ready);
  expect(screen.getByRole('heading', { level: 1, name: 'Imports' })).toBeDefined();
  expect(screen.getByText('content')).toBeDefined();
  expect(document.title).toBe('Imports · Sunfleet');
  expect(await violations(container)).toEqual([]);
});

test('shows a skeleton until there is data', async () => {
  await open({ ...ready, isPending: true });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  expect(screen.queryByText('content')).toBeNull();
});

test.each([
  [
    new CallError('refused', { code: 50300, message: 'The data store is not available now.' }),
    'not available now',
  ],
  [new CallError('offline'), 'No connection to the server'],
  [new CallError('badAnswer', { code: 502 }), 'status 502'],
])('says what went wrong and tries again', async (error, text) => {
  const refetch = vi.fn<() => void>();
  const { user } = await open({ isPending: true, error, refetch });
  expect(screen.getByRole('alert').textContent).toContain(text);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('what is gone leads to its list instead of another try', async () => {
  const error = new CallError('refused', { code: 40401, error: 'stationNotFound' });
  await open({ isPending: false, error, refetch: () => undefined });
  expect(screen.getByRole('alert').textContent).toContain('does not exist or is no longer shared with you');
  expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe(
    ADDRESSES.stations,
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a read that the role may not do says so', async () => {
  const error = new CallError('refused', { code: 40300, error: 'noDataPermission' });
  await open({ isPending: false, error, refetch: () => undefined });
  expect(screen.getByText('No permission')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('says when the role may not see it', async () => {
  await open(ready, 'visitor');
  expect(screen.getByText('No permission')).toBeDefined();
  expect(screen.queryByText('content')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
});

test('what was read stays on screen when another read of it fails', async () => {
  await open({ isPending: false, error: new CallError('offline'), data: {}, refetch: () => undefined });
  expect(screen.getByText('content')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
