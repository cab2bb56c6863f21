import { type Role, type Session } from '@sunfleet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { CallProvider } from '../lib/call/call-context.tsx';
import { createI18n } from '../lib/i18n/create-i18n.ts';
import { RouterContext } from '../lib/router-context.ts';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { createSessionStore } from '../lib/session/session-store.ts';
import { type Answers, fakeCall, type FakeCall } from './fake-call.ts';
import { mintAccount, mintSession } from './mint.ts';

interface RenderPageOptions {
  /** Answers of the server. */
  answers?: Answers;
  /** Address, with query: `${ADDRESSES.alarms}?state=all`. */
  at?: string;
  /** Role signed in with; `null`: nobody. */
  role?: Role | null;
  session?: Session;
  language?: string;
}

export interface RenderedPage extends RenderResult {
  user: UserEvent;
  inputs: FakeCall['inputs'];
  queryClient: QueryClient;
  /** Where the page has gone: path and query. */
  location: () => string;
}

/** Renders a page or routes with a fake server, a session and the real texts. */
export async function renderPage(
  page: ReactNode | RouteObject[],
  options: RenderPageOptions = {},
): Promise<RenderedPage> {
  const { answers = {}, at = '/', role = 'organisationAdmin', language = 'en-US' } = options;
  const { call, inputs } = fakeCall(answers);
  const store = createSessionStore();
  store.set(options.session ?? (role === null ? undefined : mintSession({ account: mintAccount(role) })));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const i18n = await createI18n(language);
  const frame = (
    <Suspense fallback="loading texts">
      <Outlet />
    </Suspense>
  );
  const children: RouteObject[] = Array.isArray(page) ? page : [{ path: '*', element: page }];
  const router = createMemoryRouter([{ element: frame, HydrateFallback: () => null, children }], {
    initialEntries: [at],
  });
  // Awaited, so that what suspends on its first draw (lazy parts, words of the component library) goes on.
  const result = await act(async () =>
    render(
      <I18nextProvider i18n={i18n}>
        <SessionProvider store={store}>
          <CallProvider call={call}>
            <QueryClientProvider client={queryClient}>
              <RouterContext value={router}>
                <RouterProvider router={router} />
              </RouterContext>
            </QueryClientProvider>
          </CallProvider>
        </SessionProvider>
      </I18nextProvider>,
    ),
  );
  const location = () => router.state.location.pathname + router.state.location.search;
  return { ...result, user: userEvent.setup(), inputs, queryClient, location };
}
