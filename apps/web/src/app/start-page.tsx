import type { Settings } from '@sunfleet/contract';
import { Navigate } from 'react-router';
import { useAccount } from '../lib/session/session-context.tsx';
import { useSettings } from '../lib/settings/use-settings.ts';
import { SkeletonBlock } from '../ui/page/skeleton.tsx';

const PAGES: Record<Settings['startPage'], string> = {
  stations: '/platformPro/devOps/powerStation',
  overview: '/platformPro/devOps/data-overview',
  alarms: '/platformPro/devOps/warning',
};

/** `#/`: goes to the page the account begins with; the stations where none can be told. */
export function StartPage() {
  const { visitor } = useAccount();
  const settings = useSettings();
  if (!visitor && settings.isPending) return <SkeletonBlock lines={10} />;
  return <Navigate to={PAGES[settings.data?.startPage ?? 'stations'] ?? PAGES.stations} replace />;
}
