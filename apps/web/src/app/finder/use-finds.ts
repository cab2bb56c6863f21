import { stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useFaultText } from '../../parts/alarms/use-fault-text.ts';
import { findsOf, noteOf, type Find } from './finds-of.ts';
import { usePageFinds } from './use-page-finds.ts';

/** The server finds nothing by fewer. */
export const FEWEST_LETTERS = 2;

/** Pages and settings at once, everything else from the server. `searching`: more may come. */
export function useFinds(text: string): { finds: readonly Find[]; searching: boolean } {
  const { t } = useTranslation('common');
  const faultText = useFaultText();
  const wanted = text.trim();
  const long = wanted.length >= FEWEST_LETTERS;
  const { data, isFetching } = useCall(
    'findAll',
    { query: { q: wanted } },
    { enabled: useMay('stations.view') && long, keepPrevious: true },
  );
  const pages = usePageFinds(wanted);
  const found = long && data ? findsOf(data, t, faultText) : [];
  return { finds: [...found, ...pages], searching: isFetching };
}

/** Favourites that an empty search offers. */
const FAVOURITES = 6;

/** Stations that the reader marked, while nothing is typed. */
export function useFavouriteFinds(text: string): readonly Find[] {
  const { data } = useCall(
    'listStations',
    { query: { favourite: 'true', sort: 'name', order: 'asc', pageSize: FAVOURITES } },
    { enabled: useMay('stations.view') && text.trim() === '', keepPrevious: true },
  );
  if (text.trim() !== '') return [];
  return (data?.rows ?? []).map(({ id, name, place, organisation }) => ({
    key: `station ${id}`,
    group: 'favourites',
    title: name,
    note: noteOf(place?.town, organisation),
    path: stationAddress(id),
    star: { id, favourite: true },
  }));
}
