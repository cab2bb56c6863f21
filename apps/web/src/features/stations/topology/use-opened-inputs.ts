import { useQueries } from '@tanstack/react-query';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { readOptions } from '../../../lib/call/use-call.ts';
import type { InputPoint } from './device-tree.ts';

/** Newest points of the devices that were opened; the live stream keeps them new. */
export function useOpenedInputs(ids: readonly number[]): ReadonlyMap<number, readonly InputPoint[]> {
  const call = useCallFunction();
  return useQueries({
    queries: ids.map((id) => readOptions(call, 'deviceLatest', { params: { id } })),
    combine: (results) => new Map(results.flatMap(({ data }, at) => (data ? [[ids[at]!, data]] : []))),
  });
}
