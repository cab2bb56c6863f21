import {
  ADDRESSES,
  deviceAddress,
  stationAddress,
  type AlarmLevel,
  type Found,
  type StationStatus,
} from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { useFaultText } from '../../parts/alarms/use-fault-text.ts';

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
  'settings',
  'all',
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
  /** Of a station or an alarm: how it is. */
  badge?: { of: 'station'; value: StationStatus } | { of: 'alarm'; value: AlarmLevel };
  /** Words of title and note that are near what was searched for, where they do not contain it. */
  alike?: readonly string[];
}

export const noteOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** The address of a page that begins with a filter. */
const filtered = (address: string, name: string, value: string | number): string =>
  `${address}?${name}=${encodeURIComponent(value)}`;

/** What the server found, in the words of the reader. */
export function findsOf(
  found: Found,
  t: TFunction<'common'>,
  faultText: ReturnType<typeof useFaultText>,
): Find[] {
  return [
    ...found.stations.map(({ id, name, status, town, address, organisation, near, alike, favourite }) => ({
      key: `station ${id}`,
      group: 'stations' as const,
      title: name,
      note: noteOf(near ? t('finder.near') : null, town, address, organisation),
      path: stationAddress(id),
      star: { id, favourite },
      badge: { of: 'station' as const, value: status },
      alike,
    })),
    ...found.devices.map(({ id, sn, name, model, station }) => ({
      key: `device ${id}`,
      group: 'devices' as const,
      title: sn,
      note: noteOf(name ?? model, station?.name),
      path: deviceAddress(id),
    })),
    ...found.alarms.flatMap(({ id, level, textKey, code, station }) =>
      station === null
        ? []
        : {
            key: `alarm ${id}`,
            group: 'alarms' as const,
            title: faultText(textKey, code).name,
            note: station.name,
            path: stationAddress(station.id, 'alarm'),
            badge: { of: 'alarm' as const, value: level },
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
