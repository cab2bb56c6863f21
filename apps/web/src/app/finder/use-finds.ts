import { deviceAddress, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useScreens } from '../shell/screens.tsx';

/** Something the search has found. */
export interface Find {
  key: string;
  group: 'screens' | 'stations' | 'devices';
  title: string;
  note: string;
  path: string;
}

/** Rows of each kind. To find others, somebody types more letters. */
const MOST = 6;
const FEWEST_LETTERS = 2;

/** Screens at once, stations and devices through their lists. `searching`: more may come. */
export function useFinds(text: string): { finds: readonly Find[]; searching: boolean } {
  const wanted = text.trim();
  const long = wanted.length >= FEWEST_LETTERS;
  const query = { q: wanted, pageSize: MOST };
  const stations = useCall(
    'listStations',
    { query },
    { enabled: useMay('stations.view') && long, keepPrevious: true },
  );
  const devices = useCall(
    'listDevices',
    { query },
    { enabled: useMay('devices.view') && long, keepPrevious: true },
  );
  const screens = useScreenFinds(wanted);
  const found: Find[] = long
    ? [
        ...(stations.data?.rows ?? []).map((row) => ({
          key: `station ${row.id}`,
          group: 'stations' as const,
          title: row.name,
          note: row.address ?? row.organisation ?? '',
          path: stationAddress(row.id),
        })),
        ...(devices.data?.rows ?? []).map((row) => ({
          key: `device ${row.id}`,
          group: 'devices' as const,
          title: row.sn,
          note: [row.name ?? row.model, row.station?.name].filter(Boolean).join(' · '),
          path: deviceAddress(row.id),
        })),
      ]
    : [];
  return { finds: [...found, ...screens], searching: stations.isFetching || devices.isFetching };
}

function useScreenFinds(wanted: string): Find[] {
  const { t, i18n } = useTranslation('common');
  const lower = (text: string) => text.toLocaleLowerCase(i18n.language);
  return useScreens()
    .map(({ key, path }) => ({
      key: `screen ${key}`,
      group: 'screens' as const,
      title: t(`screens.${key}`),
      note: '',
      path,
    }))
    .filter(({ title }) => lower(title).includes(lower(wanted)));
}
