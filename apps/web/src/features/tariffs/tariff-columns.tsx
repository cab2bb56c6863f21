import type { Tariff } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { TariffActions } from './tariff-actions.tsx';
import { kindOf } from './tariff-kind.ts';

/** Columns of the tariffs, with what may be done to each. */
export function useTariffColumns(onDelete: (tariff: Tariff) => void): Column<Tariff>[] {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  return useMemo(
    () => [
      { key: 'name', title: t('column.name'), fixed: true, width: 240, render: ({ name }) => name },
      { key: 'currency', title: t('column.currency'), width: 110, render: ({ currency }) => currency },
      { key: 'kind', title: t('column.kind'), width: 180, render: (tariff) => t(`kind.${kindOf(tariff)}`) },
      {
        key: 'stations',
        title: t('column.stations'),
        align: 'right',
        width: 120,
        render: ({ stations }) => format.number(stations, 0),
      },
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 260,
        render: (tariff) => <TariffActions tariff={tariff} onDelete={onDelete} />,
      },
    ],
    [t, format, onDelete],
  );
}
