import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { RouteError } from './route-error.tsx';

const reload = vi.fn<() => void>();
vi.stubGlobal('location', { ...location, reload });

// React tells the console of every error that a boundary catches.
vi.spyOn(console, 'error').mockImplementation(() => undefined);

afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

const fail = (message: string) => {
  const Broken = () => {
    throw new Error(message);
  };
  return renderPage([{ path: '*', Component: Broken, ErrorBoundary: RouteError }]);
};

const GONE = 'Failed to fetch dynamically imported module: http://host/assets/roles-page-old.js';

test('a page whose code was replaced by a new version is loaded again by itself, and says nothing', async () => {
  await fail(GONE);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText('This page has failed')).toBeNull();
});

test('where that did not help, it is said', async () => {
  sessionStorage.setItem('sunfleet.reloaded', String(Date.now()));
  await fail(GONE);
  expect(await screen.findByText('This page has failed')).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that fails for another reason is not loaded again', async () => {
  await fail('undefined is not a function');
  expect(await screen.findByText('This page has failed')).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});
