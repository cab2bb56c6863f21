import { CallError } from '@sunfleet/api-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { callKey } from './use-call.ts';

/**
 * The cache of what was read. A refusal (the thing is gone, or closed to this account) removes what was read before from the
 * screen. A missing permission also makes the account read itself again, because its role has changed.
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

/** Whether the thing is gone, or closed to this account. */
export const isMissing = (error: unknown): boolean => refusalOf(error) === 404;

/** Codes of refusals begin with their HTTP status: 403xx not permitted, 404xx not there. */
function refusalOf(error: unknown): number {
  return error instanceof CallError && error.kind === 'refused' ? Math.trunc(error.code / 100) : 0;
}
