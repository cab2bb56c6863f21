import type { CustomPoint } from '@sunfleet/contract';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import { NearMiss } from '../../../parts/points/near-miss.tsx';
import { Copied } from '../../../ui/copy/copied.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { CustomPointDevices } from './custom-point-devices.tsx';
import styles from './custom-points.module.css';

interface CustomPointColumns {
  t: TFunction<'points'>;
  format: Format;
  /** Left out for those who may only look. */
  onEdit: ((key: string) => void) | undefined;
}

/** Columns of the custom points of an organisation. */
export function customPointColumns({ t, format, onEdit }: CustomPointColumns): Column<CustomPoint>[] {
  const edit: Column<CustomPoint> = {
    key: 'actions',
    title: t('custom.actions'),
    width: 110,
    render: ({ key }) => (
      <Button size="small" aria-label={t('custom.editOne', { key })} onClick={() => onEdit?.(key)}>
        {t('custom.edit')}
      </Button>
    ),
  };
  return [
    {
      key: 'key',
      title: t('catalogue.column.key'),
      fixed: true,
      width: 300,
      render: (row) => (
        <div className={styles.key}>
          <Copied text={row.key} />
          <NearMiss point={row} />
        </div>
      ),
    },
    {
      key: 'name',
      title: t('catalogue.column.name'),
      width: 200,
      render: ({ name }) => name ?? UNKNOWN,
    },
    ...(onEdit ? [edit] : []),
    { key: 'unit', title: t('catalogue.column.unit'), width: 90, render: ({ unit }) => unit || UNKNOWN },
    {
      key: 'kind',
      title: t('custom.kind'),
      width: 180,
      render: ({ kind }) => t(`catalogue.kind.${kind}`),
    },
    {
      key: 'decimals',
      title: t('custom.decimals'),
      width: 120,
      render: ({ decimals }) => decimals ?? t('custom.automatic'),
    },
    {
      key: 'devices',
      title: t('custom.devices'),
      width: 220,
      render: (row) => <CustomPointDevices row={row} />,
    },
    {
      key: 'firstSeenAt',
      title: t('custom.firstSeen'),
      width: 170,
      render: ({ firstSeenAt }) => format.dateTime(firstSeenAt),
    },
  ];
}
