import { ROUTES } from '@sunfleet/api-client';
import { apiBase } from '../node.ts';
import { createReach, type Reach } from './create-reach.ts';

/** A question without an answer is given up after this long, and asked again. */
const ANSWER_MS = 2000;

/** Whether the server itself answered, and not a proxy on its behalf. */
export function isServerAnswer({ status, headers }: Response): boolean {
  if (status === 502 || status === 504) return false;
  return status !== 503 || /json/.test(headers.get('content-type') ?? '');
}

async function ask(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return isServerAnswer(await fetch(apiBase() + ROUTES.health.path, { cache: 'no-store', signal }));
  } catch {
    return false;
  }
}

/** At most two seconds, so that a page is back within three. The random part keeps many browsers from asking in the same moment. */
const pauseMs = (attempt: number): number => Math.min(2000, 300 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Waits; not longer than until the network is back, and in a hidden tab until it is seen again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    let over = false;
    const look = () => {
      if (!document.hidden && over) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    const timer = setTimeout(() => {
      over = true;
      look();
    }, pauseMs(attempt));
    addEventListener('online', finish);
    document.addEventListener('visibilitychange', look);
  });
}

/** Whether the server of this page answers. */
export const serverReach: Reach = createReach({ ask, pause });

/** `fetch` that tells `reach` whether an answer came. */
export function watchFetch(reach: Reach): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (isServerAnswer(response)) reach.answered();
      else void reach.doubt();
      return response;
    } catch (error) {
      // The caller has stopped waiting; that says nothing about the server.
      if (!init?.signal?.aborted) void reach.doubt();
      throw error;
    }
  };
}
