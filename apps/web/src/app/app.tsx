import { QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { CallProvider } from '../lib/call/call-context.tsx';
import { useLanguageInStep } from '../lib/i18n/use-language-choice.ts';
import { LiveProvider } from '../lib/live/live-context.tsx';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { Notices } from '../ui/notice/notices.tsx';
import { router } from './router.tsx';
import type { Services } from './services.ts';
import { ThemeKeeper } from './theme/theme-keeper.tsx';

interface AppProps {
  i18n: i18n;
  services: Services;
}

/** The product in a browser. */
export function App({ i18n, services }: AppProps) {
  const { call, store, queryClient, live } = services;
  return (
    <I18nextProvider i18n={i18n}>
      <SessionProvider store={store}>
        <CallProvider call={call}>
          <QueryClientProvider client={queryClient}>
            <LiveProvider live={live}>
              <LanguageKeeper />
              <ThemeKeeper />
              <Suspense fallback={null}>
                <RouterProvider router={router} />
              </Suspense>
              <Notices />
            </LiveProvider>
          </QueryClientProvider>
        </CallProvider>
      </SessionProvider>
    </I18nextProvider>
  );
}

function LanguageKeeper() {
  useLanguageInStep();
  return null;
}
