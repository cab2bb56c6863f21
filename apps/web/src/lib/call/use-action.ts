import type { CallError, InputOf, OutputOf } from '@sunfleet/api-client';
import type { RouteName } from '@sunfleet/contract';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useCallFunction } from './call-context.tsx';

interface UseActionOptions<N extends RouteName> {
  /** Reads that are out of date after it. */
  invalidates?: readonly RouteName[];
  onDone?: (output: OutputOf<N>) => void;
  /** The form shows the refusal beside its fields; without it the message is shown at the page's edge. */
  quiet?: boolean;
}

/** A route that changes something: `const create = useAction('createStation', { invalidates: ['listStations'] })`. */
export function useAction<N extends RouteName>(
  name: N,
  options: UseActionOptions<N> = {},
): UseMutationResult<OutputOf<N>, CallError, InputOf<N>> {
  const call = useCallFunction() as (name: N, input: InputOf<N>, options: object) => Promise<OutputOf<N>>;
  const client = useQueryClient();
  return useMutation<OutputOf<N>, CallError, InputOf<N>>({
    mutationFn: (input) => call(name, input, { quiet: options.quiet ?? false }),
    onSuccess: async (output) => {
      await Promise.all(
        (options.invalidates ?? []).map((route) => client.invalidateQueries({ queryKey: [route] })),
      );
      options.onDone?.(output);
    },
  });
}
