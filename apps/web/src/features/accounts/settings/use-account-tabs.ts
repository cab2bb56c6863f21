import { useAccount, useMay } from '../../../lib/session/session-context.tsx';

export const ACCOUNT_TABS = [
  'profile',
  'security',
  'sessions',
  'keys',
  'logins',
  'settings',
  'type',
  'cancellation',
] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Parts of the page of one's own account that this account has; visitors have none. */
export function useAccountTabs(): readonly AccountTab[] {
  const { visitor } = useAccount();
  const mayKeys = useMay('apiKeys.manage');
  return visitor ? [] : ACCOUNT_TABS.filter((tab) => tab !== 'keys' || mayKeys);
}
