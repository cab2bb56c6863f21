import type { CustomPoint } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { RecordingList } from '../recordings/recording-list.tsx';
import { CustomPointActions, type CustomPointVerbs } from './custom-point-actions.tsx';
import { CustomPointDevices } from './custom-point-devices.tsx';
import { CustomPointMiss } from './custom-point-miss.tsx';
import styles from './custom-points.module.css';

interface CustomPointColumns {
  t: TFunction<'points'>;
  format: Format;
  organisationId: number | undefined;
  /** Left out for those who may only look. */
  verbs: CustomPointVerbs | undefined;
}

/** Columns of the custom points of an organisation. */
export function customPointColumns({
  t,
  format,
  organisationId,
  verbs,
}: CustomPointColumns): Column<CustomPoint>[] {
  const edit: Column<CustomPoint> = {
    key: 'actions',
    buttons: true,
    title: t('custom.actions'),
    width: 150,
    render: ({ key }) => (verbs ? <CustomPointActions pointKey={key} verbs={verbs} /> : null),
  };
  return [
    {
      key: 'key',
      title: t('catalogue.column.key'),
      fixed: true,
      width: 320,
      render: (row) => (
        <div className={styles.key}>
          <Copied text={row.key} />
          <CustomPointMiss row={row} onRecord={verbs?.onRecord} />
          <RecordingList row={row} organisationId={organisationId} mayEnd={verbs !== undefined} />
        </div>
      ),
    },
    {
      key: 'name',
      title: t('catalogue.column.name'),
      width: 170,
      render: ({ name }) => name ?? UNKNOWN,
    },
    ...(verbs ? [edit] : []),
    {
      key: 'devices',
      title: t('custom.devices'),
      width: 190,
      render: (row) => <CustomPointDevices row={row} />,
    },
    { key: 'unit', title: t('catalogue.column.unit'), width: 90, render: ({ unit }) => unit || UNKNOWN },
    {
      key: 'kind',
      title: t('custom.kind'),
      width: 150,
      render: ({ kind }) => t(`catalogue.kind.${kind}`),
    },
    {
      key: 'decimals',
      title: t('custom.decimals'),
      width: 120,
      render: ({ decimals }) => decimals ?? t('custom.automatic'),
    },
    {
      key: 'firstSeenAt',
      title: t('custom.firstSeen'),
      width: 170,
      render: ({ firstSeenAt }) => format.dateTime(firstSeenAt),
    },
  ];
}
