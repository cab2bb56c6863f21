import type { InputOf, OutputOf } from '@sunfleet/api-client';
import type { RouteName } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCallFunction } from './call-context.tsx';
import { readOptions } from './use-call.ts';

type Read = <N extends RouteName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

/** Reads routes whose answers never change, outside of what is drawn: each input once while the page is open. */
export function useRead(): Read {
  const call = useCallFunction();
  const client = useQueryClient();
  return useCallback<Read>(
    (name, input) => client.fetchQuery({ ...readOptions(call, name, input), staleTime: Infinity }),
    [call, client],
  );
}
