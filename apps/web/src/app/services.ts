import { type Call, type CallError, createClient } from '@sunfleet/api-client';
import type { LIMITS } from '@sunfleet/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { storedAppVersion } from '../lib/app-version.ts';
import { failureText, NO_MESSAGE } from '../lib/call/failure-text.ts';
import { createQueryClient } from '../lib/call/query-client.ts';
import { callKey } from '../lib/call/use-call.ts';
import { storedLanguage } from '../lib/i18n/languages.ts';
import { applyEvents } from './apply-events.ts';
import { createLiveConnection, type LiveConnection } from '../lib/live/live-connection.ts';
import { createOpenStream, type OpenStream } from '../lib/live/open-stream.ts';
import { apiBase } from '../lib/node.ts';
import { createRenew } from './renew-session.ts';
import { createSessionStore, type SessionStore } from '../lib/session/session-store.ts';
import { askStepUp } from '../lib/session/step-up-store.ts';
import { showNotice } from '../ui/notice/notice-store.ts';
import { leaveForLogin } from './leave-for-login.ts';

const TIMEOUT_MS: (typeof LIMITS)['requestTimeoutMs'] = 1_200_000;

/** What the pages stand on: their calls, the session, the cache and the live stream. */
export interface Services {
  call: Call;
  store: SessionStore;
  queryClient: QueryClient;
  live: LiveConnection;
}

/** Wires the services to each other and to this browser. */
export function createServices(texts: i18n): Services {
  const store = createSessionStore();
  const queryClient = createQueryClient();
  const identity = {
    token: () => store.get()?.token,
    language: storedLanguage.get,
    appVersion: storedAppVersion.get,
  };
  const renew = createRenew({
    store,
    refresh: (bearer) => client.call('refreshToken', {}, { bearer, quiet: true }),
    locks: navigator.locks,
  });
  const onUnauthorised = ({ message }: CallError) => {
    if (store.get()) leaveForLogin({ store, message: message || NO_MESSAGE });
  };
  const client = createClient({
    ...identity,
    baseUrl: apiBase,
    timeoutMs: TIMEOUT_MS,
    onRefused: (error) => showNotice('error', failureText(error, texts.getFixedT(null, 'common'))),
    onUnauthorised,
    renew,
    stepUp: askStepUp,
  });
  const live = createLiveConnection({
    open: renewing(createOpenStream({ ...identity, baseUrl: apiBase }), {
      renew,
      // Any call may find that the session is over; its answer carries the message.
      onUnauthorised: () => void client.call('personalInfo', {}, { quiet: true }).catch(() => {}),
      token: identity.token,
    }),
    onEvents: (events) => applyEvents(queryClient, events),
    onGap: () => void queryClient.invalidateQueries({ queryKey: callKey('personalInfo') }),
  });
  return { call: client.call, store, queryClient, live };
}

interface Renewing {
  renew: (refused: string | undefined) => Promise<boolean>;
  onUnauthorised: () => void;
  token: () => string | undefined;
}

/** Opens a stream that was refused for its session once more with a renewed session. Without a renewed one the session is over. */
function renewing(open: OpenStream, { renew, onUnauthorised, token }: Renewing): OpenStream {
  return async (request) => {
    const used = token();
    const end = await open(request);
    if (end.status !== 401) return end;
    if (await renew(used)) return open(request);
    onUnauthorised();
    return end;
  };
}
