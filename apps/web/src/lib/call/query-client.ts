import { CallError } from '@sunfleet/api-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { callKey } from './use-call.ts';

/**
 * The cache of what was read. An answer that is refused now (not there any more, or not for this account) takes what was read
 * before off the screen, and a missing permission makes the account be read again: its role has changed.
 */
export function createQueryClient(): QueryClient {
  const onRefused = (error: unknown) => {
    if (error instanceof CallError && error.error === 'noDataPermission')
      void client.invalidateQueries({ queryKey: callKey('personalInfo') });
  };
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 5000, retry: false, refetchOnWindowFocus: true } },
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

/** Codes of refusals begin with their HTTP status: 403xx not permitted, 404xx not there. */
const isGone = (error: unknown): boolean =>
  error instanceof CallError && error.kind === 'refused' && [403, 404].includes(Math.trunc(error.code / 100));
