import { ADDRESSES, type Settings } from '@sunfleet/contract';
import { useEffect } from 'react';
import { OWN_STATIONS } from '../features/stations/own/own-stations.ts';
import { firstPageInput } from '../features/stations/list-state.ts';
import { usePrefetch } from '../lib/call/use-call.ts';
import { LeadOn } from '../lib/lead-on.tsx';
import { useAccount, useMay, usePersonal } from '../lib/session/session-context.tsx';
import { useSettings } from '../parts/accounts/use-settings.ts';
import { SkeletonBlock } from '../ui/page/skeleton.tsx';

const PAGES: Record<Settings['startPage'], string> = {
  ownStation: ADDRESSES.ownStation,
  stations: ADDRESSES.stations,
  overview: ADDRESSES.overview,
  alarms: ADDRESSES.alarms,
};

/** Opens the page that the account chose as its first one, else an owner's station or the station list. */
export function StartPage() {
  const { visitor } = useAccount();
  const personal = usePersonal();
  const settings = useSettings();
  useListAhead();
  const known = visitor || !settings.isPending;
  const chosen = settings.data?.startPage ?? 'stations';
  const page = chosen === 'ownStation' && !personal ? 'stations' : chosen;
  return (
    <>
      <SkeletonBlock lines={10} />
      {known ? <LeadOn to={PAGES[page] ?? PAGES.stations} /> : null}
    </>
  );
}

/** Most begin with the list of stations, so it is read beside the settings that say so, not after them. */
function useListAhead(): void {
  const may = useMay('stations.view');
  const personal = usePersonal();
  const prefetch = usePrefetch();
  useEffect(() => {
    if (may) prefetch('listStations', personal ? OWN_STATIONS : firstPageInput());
  }, [may, personal, prefetch]);
}
