import type { CallError } from '@sunfleet/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Reads the list again when somebody else was faster, so that the next try is over what stands there now; answers whether they were. */
export function useRefreshOnConflict(error: CallError | null): boolean {
  const client = useQueryClient();
  const changed = error?.error === 'pointChanged';
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: ['listCustomPoints'] });
  }, [changed, error, client]);
  return changed;
}
