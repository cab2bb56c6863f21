import { type Call, type CallError, createClient } from '@sunfleet/api-client';
import type { LIMITS } from '@sunfleet/contract';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { sendForm } from '../lib/call/send-form.ts';
import { storedAppVersion } from '../lib/app-version.ts';
import { failureText, NO_MESSAGE } from '../lib/call/failure-text.ts';
import { createQueryClient } from '../lib/call/query-client.ts';
import { storedLanguage } from '../lib/i18n/languages.ts';
import type { StreamOptions } from '../lib/live/open-stream.ts';
import { apiBase } from '../lib/node.ts';
import { serverReach, watchFetch } from '../lib/reach/server-reach.ts';
import { createRenew } from './renew-session.ts';
import { createSessionStore, type SessionStore } from '../lib/session/session-store.ts';
import { answerStepUp, askStepUp } from '../lib/session/step-up-store.ts';
import { showNotice } from '../ui/notice/notice-store.ts';
import { leaveForLogin } from './leave-for-login.ts';

const TIMEOUT_MS: (typeof LIMITS)['requestTimeoutMs'] = 1_200_000;

/** What the pages stand on: their calls, the session and the cache. */
export interface Services {
  call: Call;
  store: SessionStore;
  queryClient: QueryClient;
  /** Who asks, in which language and with which version. */
  identity: Identity;
  /** Replaces a session that was refused. */
  renew: (refused: string | undefined) => Promise<boolean>;
}

type Identity = Pick<StreamOptions, 'token' | 'language' | 'appVersion'>;

/** Whoever signs in next in this browser, in whichever tab, is shown nothing of what was read before, and confirms nothing that somebody else began. */
function forgetWithAccount(
  { store, whose }: { store: SessionStore; whose: () => unknown },
  queryClient: QueryClient,
): void {
  let last = whose();
  store.subscribe(() => {
    const next = whose();
    if (next === last) return;
    const left = last !== undefined;
    last = next;
    if (!left) return;
    queryClient.clear();
    answerStepUp(false);
  });
}

/** Wires the services to each other and to this browser. */
export function createServices(texts: i18n, store = createSessionStore()): Services {
  const queryClient = createQueryClient();
  const whose = () => store.get()?.account.id;
  forgetWithAccount({ store, whose }, queryClient);
  const identity = {
    token: () => store.get()?.token,
    language: storedLanguage.get,
    appVersion: storedAppVersion.get,
  };
  const renew = createRenew({
    store,
    refresh: (bearer) => client.call('refreshToken', {}, { bearer, quiet: true }),
    end: (bearer) => client.call('logout', {}, { bearer, quiet: true }),
    locks: navigator.locks,
  });
  const onUnauthorised = ({ message }: CallError) => {
    if (store.get()) leaveForLogin({ store, message: message || NO_MESSAGE });
  };
  const client = createClient({
    sendForm,
    ...identity,
    whose,
    baseUrl: apiBase,
    timeoutMs: TIMEOUT_MS,
    onRefused: (error) => showNotice('error', failureText(error, texts.getFixedT(null, 'common'))),
    onUnauthorised,
    renew,
    stepUp: askStepUp,
    fetch: watchFetch(serverReach),
  });
  // Reads wait while the server is out of reach, and are made at once when it is back.
  onlineManager.setEventListener((setOnline) =>
    serverReach.subscribe(() => setOnline(serverReach.get() === undefined)),
  );
  return { call: client.call, store, queryClient, identity, renew };
}
