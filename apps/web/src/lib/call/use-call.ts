import type { Call, CallError, InputOf, OutputOf } from '@sunfleet/api-client';
import type { RouteName } from '@sunfleet/contract';
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCallFunction } from './call-context.tsx';

/** Cache key of a read: the route's name and its input. */
export const callKey = <N extends RouteName>(name: N, input?: InputOf<N>) =>
  input === undefined ? ([name] as const) : ([name, input] as const);

interface UseCallOptions {
  /** False: not asked yet (an id is missing, a panel is closed). */
  enabled?: boolean;
  /** Keeps the old answer on screen while the input changes, as lists do. */
  keepPrevious?: boolean;
  /** Asks again after so many milliseconds, for what the live stream does not carry. */
  refetchMs?: number | false;
}

/** A read of a route as the query cache keeps it. */
export function readOptions<N extends RouteName>(call: Call, name: N, input: InputOf<N>) {
  return queryOptions<OutputOf<N>, CallError>({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) =>
      (call as UntypedCall)(name, input, { signal, quiet: true }) as Promise<OutputOf<N>>,
  });
}

type UntypedCall = (
  name: RouteName,
  input: unknown,
  options: { signal?: AbortSignal; quiet?: boolean },
) => Promise<unknown>;

/** Reads a route through the query cache. Its refusals are for the page to show (`ErrorState`). */
export function useCall<N extends RouteName>(
  name: N,
  input: InputOf<N>,
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<N>, CallError> {
  const call = useCallFunction();
  return useQuery({
    ...readOptions(call, name, input),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Fills the cache ahead of a click: `prefetch('getStation', { params: { id } })` as a row is hovered or focused. */
export function usePrefetch(): <N extends RouteName>(name: N, input: InputOf<N>) => void {
  const call = useCallFunction();
  const client = useQueryClient();
  return useCallback(
    (name, input) => void client.prefetchQuery({ ...readOptions(call, name, input), staleTime: 10_000 }),
    [call, client],
  );
}
