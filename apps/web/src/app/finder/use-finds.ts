import { ADDRESSES, deviceAddress, stationAddress, type Found } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useFaultText } from '../../parts/alarms/use-fault-text.ts';
import { useScreens } from '../shell/screens.tsx';

export const FIND_GROUPS = [
  'recent',
  'favourites',
  'stations',
  'devices',
  'alarms',
  'people',
  'organisations',
  'labels',
  'screens',
] as const;

/** Something the search has found. */
export interface Find {
  key: string;
  group: (typeof FIND_GROUPS)[number];
  title: string;
  note: string;
  path: string;
  /** Of a station: whether the reader marked it. */
  star?: { id: number; favourite: boolean };
}

const FEWEST_LETTERS = 2;

/** Screens at once, everything else from the server. `searching`: more may come. */
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
  const screens = useScreenFinds(wanted);
  const found = long && data ? findsOf(data, t, faultText) : [];
  return { finds: [...found, ...screens], searching: isFetching };
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

const noteOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** The address of a page that begins with a filter. */
const filtered = (address: string, name: string, value: string | number): string =>
  `${address}?${name}=${encodeURIComponent(value)}`;

function findsOf(found: Found, t: TFunction<'common'>, faultText: ReturnType<typeof useFaultText>): Find[] {
  return [
    ...found.stations.map(({ id, name, town, organisation, near, favourite }) => ({
      key: `station ${id}`,
      group: 'stations' as const,
      title: name,
      note: noteOf(near ? t('finder.near') : null, town, organisation),
      path: stationAddress(id),
      star: { id, favourite },
    })),
    ...found.devices.map(({ id, sn, name, model, station }) => ({
      key: `device ${id}`,
      group: 'devices' as const,
      title: sn,
      note: noteOf(name ?? model, station?.name),
      path: deviceAddress(id),
    })),
    ...found.alarms.flatMap(({ id, textKey, code, station }) =>
      station === null
        ? []
        : {
            key: `alarm ${id}`,
            group: 'alarms' as const,
            title: faultText(textKey, code).name,
            note: station.name,
            path: stationAddress(station.id, 'alarm'),
          },
    ),
    ...found.people.map(({ id, name, contact, organisation }) => ({
      key: `person ${id}`,
      group: 'people' as const,
      title: name,
      note: noteOf(contact, organisation),
      path: filtered(ADDRESSES.organisations, 'q', contact ?? name),
    })),
    ...found.organisations.map(({ id, name, code }) => ({
      key: `organisation ${id}`,
      group: 'organisations' as const,
      title: name,
      note: code,
      path: filtered(ADDRESSES.organisations, 'id', id),
    })),
    ...found.labels.map(({ id, name }) => ({
      key: `label ${id}`,
      group: 'labels' as const,
      title: name,
      note: t('finder.stations'),
      path: filtered(ADDRESSES.stations, 'label', id),
    })),
  ];
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
