import type { Settings } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { storedAppearance } from '../lib/appearance.ts';
import { callKey, useCall } from '../lib/call/use-call.ts';
import { languageIsChosen, storedLanguage } from '../lib/i18n/languages.ts';
import { useLiveAccess } from '../lib/live/use-live.ts';
import { useSetAccount } from '../parts/accounts/use-set-account.ts';
import { applySettings } from '../parts/accounts/apply-settings.ts';
import { useChangeSettings, useSettings } from '../parts/accounts/use-settings.ts';

/** Milliseconds between two reads of the account. The live stream tells of changes at once; this finds those made while it was closed. */
const LOOK_MS = 60_000;

/** Keeps account and settings as the server has them: a role that changed, a language chosen on another device. Draws nothing. */
export function AccountKeeper() {
  const setAccount = useSetAccount();
  useLiveAccess();
  const { data: account } = useCall('personalInfo', {}, { refetchMs: LOOK_MS });
  useEffect(() => {
    if (account) setAccount(account);
  }, [account, setAccount]);
  useSettingsInStep();
  return null;
}

/** Settings reach this browser, and what is chosen in its header reaches the account. */
function useSettingsInStep(): void {
  const client = useQueryClient();
  const { data } = useSettings();
  const change = useChangeSettings();
  useEffect(() => {
    if (data) applySettings(data);
  }, [data]);
  useEffect(() => {
    const known = () => client.getQueryData<Settings>(callKey('getSettings', {}));
    const offLanguage = storedLanguage.subscribe(() => {
      const language = storedLanguage.get();
      if (languageIsChosen() && known()?.language !== language) change({ language });
    });
    const offAppearance = storedAppearance.subscribe(() => {
      const appearance = storedAppearance.get();
      if (known()?.appearance !== appearance) change({ appearance });
    });
    return () => {
      offLanguage();
      offAppearance();
    };
  }, [client, change]);
}
