import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createHashRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { LeadOn } from './lead-on.tsx';
import { RouterContext } from './router-context.ts';

beforeEach(() => {
  window.location.hash = '';
});

/** A page that leads on once it is answered, beside another one whose code has yet to come. */
async function openWaiting() {
  const listeners = new Set<() => void>();
  let answered = false;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const Waiting = (): ReactNode =>
    useSyncExternalStore(subscribe, () => answered) ? <LeadOn to="/next" /> : 'wait';
  const arrived = Promise.withResolvers<void>();
  const router = createHashRouter([
    { path: '/', Component: Waiting },
    { path: '/next', element: 'the next page' },
    {
      path: '/other',
      lazy: async () => {
        await arrived.promise;
        return { element: 'the other page' };
      },
    },
  ]);
  const page = (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  );
  await act(async () => render(page));
  const answer = () => {
    answered = true;
    for (const listener of listeners) listener();
  };
  return { router, answer, arrive: () => act(async () => arrived.resolve()) };
}

test('leads on in the place of the page', async () => {
  const { router, answer } = await openWaiting();
  await act(async () => answer());
  expect(screen.getByText('the next page')).toBeDefined();
  expect(router.state.historyAction).toBe('REPLACE');
});

test('somebody who left before the answer came is not called back, also before the page knows of it', async () => {
  const { router, answer, arrive } = await openWaiting();
  await act(async () => {
    void router.navigate('/other');
    answer();
  });
  await arrive();
  expect(screen.getByText('the other page')).toBeDefined();
});

test('somebody who typed another address is not called back before the page knows that it is there', async () => {
  const { router, answer, arrive } = await openWaiting();
  router.subscribe(({ location }) => {
    if (location.pathname === '/other') answer();
  });
  await act(async () => {
    window.location.hash = '/other';
    await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  });
  await arrive();
  expect(screen.getByText('the other page')).toBeDefined();
});
