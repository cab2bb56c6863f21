import { CallError } from '@sunfleet/api-client';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { callKey } from './use-call.ts';

/** Times that a read without an answer is made again, and the wait before: the server is asked meanwhile. */
const RETRIES = 2;
const RETRY_MS = 400;

/**
 * The cache of what was read. A refusal (the thing is gone, or closed to this account) removes what was read before from the
 * screen. A missing permission also makes the account read itself again, because its role has changed.
 */
export function createQueryClient(): QueryClient {
  const onRefused = (error: unknown) => {
    if (error instanceof CallError && error.error === 'noDataPermission')
      void client.invalidateQueries({ queryKey: callKey('personalInfo') });
  };
  const client = new ReadsAnew({
    defaultOptions: {
      // A read that found no server is made again. While the server is known to be out of reach, it waits for it.
      queries: {
        staleTime: 5000,
        retry: (failures, error) => failures <= RETRIES && isUnanswered(error),
        retryDelay: RETRY_MS,
        refetchOnWindowFocus: true,
      },
      // Nobody wants to wait for a change without a word; what was typed stays.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isGone(error)) query.setState({ data: undefined });
        onRefused(error);
      },
    }),
    mutationCache: new MutationCache({ onError: onRefused }),
  });
  return client;
}

/** Reads again what is out of date, and what was being read for the first time once more after it, because that was asked before the change. */
class ReadsAnew extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const isFirst = { ...filters, type: 'active', fetchStatus: 'fetching' } as const;
    const first = this.getQueryCache()
      .findAll(isFirst)
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (first.length > 0)
      await super.invalidateQueries({ predicate: (query) => first.includes(query) }, options);
  }
}

/** No server answered, or only a proxy before it. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.kind === 'offline' || (error.kind === 'badAnswer' && [502, 503, 504].includes(error.code)));

const isGone = (error: unknown): boolean => [403, 404].includes(refusalOf(error));

/** Whether the thing is gone, or closed to this account. */
export const isMissing = (error: unknown): boolean => refusalOf(error) === 404;

/** Codes of refusals begin with their HTTP status: 403xx not permitted, 404xx not there. */
function refusalOf(error: unknown): number {
  return error instanceof CallError && error.kind === 'refused' ? Math.trunc(error.code / 100) : 0;
}
