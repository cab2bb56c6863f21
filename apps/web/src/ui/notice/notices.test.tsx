import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { closeNotice, getNotices, showNotice } from './notice-store.ts';
import { Notices } from './notices.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => {
  for (const { id } of getNotices()) closeNotice(id);
  vi.useRealTimers();
});

test('an error is spoken at once and stays until it is closed', async () => {
  const { user } = await renderPage(<Notices />);
  act(() => showNotice('error', 'It failed.'));
  act(() => showNotice('error', 'It failed.'));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(60_000));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('It failed.')).toBeNull();
});

test('a success goes by itself', async () => {
  await renderPage(<Notices />);
  act(() => showNotice('success', 'Saved.'));
  expect(screen.getByText('Saved.')).toBeDefined();
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.queryByText('Saved.')).toBeNull();
});
