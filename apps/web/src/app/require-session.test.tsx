import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SessionProvider, useAccount } from '../lib/session/session-context.tsx';
import { createSessionStore } from '../lib/session/session-store.ts';
import { mintAccount, mintSession } from '../test/mint.ts';
import { RequireSession } from './require-session.tsx';

/** Keeps in memory whose page it was drawn as. */
function Page() {
  const { name } = useAccount();
  const [held] = useState(name);
  return <p>held of {held}</p>;
}

test('a page begins anew where another tab has signed in as somebody else, and stays where the session is renewed', async () => {
  const session = (id: number, token = 'token') =>
    mintSession({ token, account: mintAccount('owner', { id, name: `owner ${id} by ${token}` }) });
  const store = createSessionStore();
  store.set(session(1), true);
  const router = createMemoryRouter([
    { Component: RequireSession, children: [{ path: '/', Component: Page }] },
  ]);
  render(
    <SessionProvider store={store}>
      <RouterProvider router={router} />
    </SessionProvider>,
  );
  await screen.findByText('held of owner 1 by token');
  act(() => store.set(session(1, 'renewed')));
  expect(screen.getByText('held of owner 1 by token')).toBeDefined();
  act(() => store.set(session(2)));
  expect(screen.getByText('held of owner 2 by token')).toBeDefined();
});
