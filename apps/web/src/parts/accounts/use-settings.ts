import type { Settings } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAction } from '../../lib/call/use-action.ts';
import { callKey, useCall } from '../../lib/call/use-call.ts';
import { storedLanguage } from '../../lib/i18n/languages.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { applySettings } from './apply-settings.ts';

const KEY = callKey('getSettings', {});

/** The settings of the signed-in account. Visitors have none. */
export const useSettings = () => useCall('getSettings', {}, { enabled: !useAccount().visitor });

/**
 * Changes settings on the page at once, then on the server. After a refusal the page takes the settings of the server back, and it waits for them where they
 * are still on their way.
 */
export function useChangeSettings(): (change: Partial<Settings>) => void {
  const client = useQueryClient();
  const { mutate } = useAction('updateSettings');
  return useCallback(
    (change) => {
      const known = client.getQueryData<Settings>(KEY);
      const readAgain = () => void client.invalidateQueries({ queryKey: KEY });
      if (!known) return mutate({ body: change }, { onSettled: readAgain });
      const next = { ...known, ...change };
      void client.cancelQueries({ queryKey: KEY });
      client.setQueryData(KEY, next);
      if (change.language === null) storedLanguage.set(undefined);
      applySettings(next);
      return mutate({ body: change }, { onError: readAgain });
    },
    [client, mutate],
  );
}
