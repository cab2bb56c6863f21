import { readDayRange, readRange, type StationFigure } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { FilterKey, StationFilters } from '../list-state.ts';
import { shownRange, unitOf } from './filter-units.ts';

/** Filters in the reader's words. */
export function useFilterWords(state: StationFilters) {
  const { t } = useTranslation(['stations', 'common', 'labels']);
  const format = useFormat();
  const { data: labels = [] } = useCall('listLabels', {}, { enabled: state.label.length > 0 });

  /** The name of a filter: that of its column where it has one. */
  const nameOf = (key: FilterKey): string => {
    if (key === 'q') return t('common:search');
    if (key === 'favourite') return t('filter.favourites');
    if (key === 'label') return t('labels:filter');
    if (key === 'alarm') return t('common:status.group.alarm');
    if (key === 'visitors') return t('visitors.label');
    if (key === 'status') return t('column.status');
    if (key === 'devicesOffline' || key === 'silence' || key === 'currency') return t(`filter.${key}`);
    return t(`column.${key}`);
  };

  const between = (from: string | undefined, to: string | undefined): string => {
    if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
    return from === undefined ? `≤ ${to}` : `≥ ${from}`;
  };

  const valueOf = (key: FilterKey): string => {
    if (key === 'favourite') return '';
    if (key === 'design') return t(state.design === 'set' ? 'design.set' : 'design.none');
    if (key === 'visitors') return t(state.visitors === 'open' ? 'visitors.open' : 'visitors.closed');
    if (key === 'type') return state.type.map((one) => t(`type.${one}`)).join(', ');
    if (key === 'status') return state.status.map((one) => t(`common:status.station.${one}`)).join(', ');
    if (key === 'alarm') return state.alarm.map((one) => t(`common:status.alarm.${one}`)).join(', ');
    if (key === 'communication')
      return state.communication.map((one) => t(`common:status.communication.${one}`)).join(', ');
    if (key === 'label')
      return state.label.map((id) => labels.find((label) => label.id === id)?.name ?? `#${id}`).join(', ');
    if (key === 'gridConnectedOn') {
      const { from, to } = readDayRange(state[key]) ?? {};
      return between(from && format.day(from), to && format.day(to));
    }
    const range = readRange(state[key]);
    if (!range) return state[key];
    const unit = unitOf(key as StationFigure, state.currency);
    const { from, to } = shownRange(range, unit);
    const said = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
    return [between(said(from), said(to)), unit.unit].filter(Boolean).join(' ');
  };

  const sentence = (key: FilterKey): string => [nameOf(key), valueOf(key)].filter(Boolean).join(': ');
  return { nameOf, sentence };
}
