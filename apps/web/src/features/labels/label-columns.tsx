import type { Label } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { LabelChip } from '../../parts/labels/label-chips.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LabelActions, type LabelActionsProps } from './label-actions.tsx';
import { LabelCount } from './label-count.tsx';

/** Columns of the labels, with what may be done to each. */
export function useLabelColumns({ onEdit, onDelete }: Omit<LabelActionsProps, 'label'>): Column<Label>[] {
  const { t } = useTranslation('labels');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('column.name'),
        fixed: true,
        width: 200,
        render: (label) => <LabelChip label={label} />,
      },
      {
        key: 'description',
        title: t('column.description'),
        width: 300,
        render: (label) => label.description || UNKNOWN,
      },
      {
        key: 'stations',
        title: t('column.stations'),
        align: 'right',
        width: 120,
        render: (label) => <LabelCount of="stations" label={label} />,
      },
      {
        key: 'devices',
        title: t('column.devices'),
        align: 'right',
        width: 120,
        render: (label) => <LabelCount of="devices" label={label} />,
      },
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 200,
        render: (label) => <LabelActions label={label} onEdit={onEdit} onDelete={onDelete} />,
      },
    ],
    [t, onEdit, onDelete],
  );
}
