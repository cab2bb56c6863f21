import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { Column } from '../../../ui/table/column.ts';
import type { CatalogueRow } from './catalogue-rows.ts';
import { PointKey } from './point-key.tsx';
import { useCatalogueTexts } from './use-catalogue-texts.ts';

/** Columns of the catalogue. The range is there for who asks. */
export function useCatalogueColumns(): Column<CatalogueRow>[] {
  const { t } = useTranslation('points');
  const format = useFormat();
  const { nameOf, meaningOf } = useCatalogueTexts();
  return useMemo(
    () => [
      {
        key: 'key',
        title: t('catalogue.column.key'),
        fixed: true,
        width: 320,
        render: (row) => <PointKey row={row} />,
      },
      { key: 'name', title: t('catalogue.column.name'), width: 220, render: nameOf },
      { key: 'unit', title: t('catalogue.column.unit'), width: 90, render: ({ unit }) => unit || UNKNOWN },
      { key: 'meaning', title: t('catalogue.column.meaning'), width: 380, render: meaningOf },
      {
        key: 'group',
        title: t('catalogue.column.group'),
        width: 130,
        render: ({ group }) => t(`group.${group}`),
      },
      {
        key: 'range',
        title: t('catalogue.column.range'),
        width: 260,
        hidden: true,
        render: ({ min, max }) =>
          min === undefined || max === undefined ? UNKNOWN : `${format.number(min)} … ${format.number(max)}`,
      },
    ],
    [t, format, nameOf, meaningOf],
  );
}
