import { QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { CallProvider } from '../lib/call/call-context.tsx';
import { useLanguageInStep } from '../lib/i18n/use-language-choice.ts';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { Notices } from '../ui/notice/notices.tsx';
import type { Services } from './services.ts';
import { ThemeKeeper } from './theme/theme-keeper.tsx';

export interface PageProps {
  i18n: i18n;
  services: Services;
}

/** What every page stands on: texts, session, calls, cache, language and look. */
export function Providers({ i18n, services, children }: PageProps & { children: ReactNode }) {
  const { call, store, queryClient } = services;
  return (
    <I18nextProvider i18n={i18n}>
      <SessionProvider store={store}>
        <CallProvider call={call}>
          <QueryClientProvider client={queryClient}>
            <LanguageKeeper />
            <ThemeKeeper />
            <Suspense fallback={null}>{children}</Suspense>
            <Notices />
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
