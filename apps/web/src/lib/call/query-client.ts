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

const isGone = (error: unknown): boolean => [403, 404].includes(refusalOf(error));

/** Not there for this account, or not any more. */
export const isMissing = (error: unknown): boolean => refusalOf(error) === 404;

/** Codes of refusals begin with their HTTP status: 403xx not permitted, 404xx not there. */
function refusalOf(error: unknown): number {
  return error instanceof CallError && error.kind === 'refused' ? Math.trunc(error.code / 100) : 0;
}
