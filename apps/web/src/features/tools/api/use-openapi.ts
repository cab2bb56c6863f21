import { CallError } from '@sunfleet/api-client';
import { useQuery } from '@tanstack/react-query';
import { apiBase } from '../../../lib/node.ts';
import type { OpenApi } from './read-openapi.ts';

/** The description of the API that the server makes of its routes. */
export function useOpenApi() {
  return useQuery<OpenApi, CallError>({
    queryKey: ['openapi.json'],
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await fetch(`${apiBase()}/openapi.json`).catch(() => {
        throw new CallError('offline');
      });
      if (!answer.ok) throw new CallError('badAnswer', { code: answer.status });
      return (await answer.json()) as OpenApi;
    },
  });
}
