import type { Component } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { ComponentActions, type ComponentActionsProps } from './component-actions.tsx';
import { componentFacts } from './component-facts.ts';

/** Columns of the library, with what may be done to each component. */
export function useComponentColumns({
  onEdit,
  onDelete,
}: Omit<ComponentActionsProps, 'component'>): Column<Component>[] {
  const { t } = useTranslation('components');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('column.name'),
        fixed: true,
        width: 280,
        render: ({ manufacturer, model }) => `${manufacturer} ${model}`,
      },
      { key: 'kind', title: t('column.kind'), width: 110, render: ({ kind }) => t(`kind.${kind}`) },
      {
        key: 'facts',
        title: t('column.facts'),
        width: 420,
        render: (component) => componentFacts(component, format),
      },
      {
        key: 'library',
        title: t('column.library'),
        width: 160,
        render: ({ everybody }) => t(everybody ? 'library.all' : 'library.own'),
      },
      {
        key: 'stations',
        title: t('column.stations'),
        align: 'right',
        width: 110,
        render: ({ stations }) => format.number(stations, 0),
      },
      {
        key: 'actions',
        buttons: true,
        title: t('column.actions'),
        width: 190,
        render: (component) => <ComponentActions component={component} onEdit={onEdit} onDelete={onDelete} />,
      },
    ],
    [t, format, onEdit, onDelete],
  );
}
