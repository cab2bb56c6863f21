import { ADDRESSES, type Settings } from '@sunfleet/contract';
import { Navigate, useNavigation } from 'react-router';
import { useAccount } from '../lib/session/session-context.tsx';
import { useSettings } from '../parts/accounts/use-settings.ts';
import { SkeletonBlock } from '../ui/page/skeleton.tsx';

const PAGES: Record<Settings['startPage'], string> = {
  stations: ADDRESSES.stations,
  overview: ADDRESSES.overview,
  alarms: ADDRESSES.alarms,
};

/**
 * Opens the page that the account chose as its first one, or the station list. Somebody who has already left for another page is not called
 * back.
 */
export function StartPage() {
  const { visitor } = useAccount();
  const settings = useSettings();
  const leaving = useNavigation().state !== 'idle';
  if (leaving || (!visitor && settings.isPending)) return <SkeletonBlock lines={10} />;
  return <Navigate to={PAGES[settings.data?.startPage ?? 'stations'] ?? PAGES.stations} replace />;
}
