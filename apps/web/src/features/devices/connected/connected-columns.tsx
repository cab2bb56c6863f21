import { deviceAddress, type DeviceRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import { LastData } from '../../../parts/devices/last-data.tsx';
import { modelOf } from '../../../parts/devices/model-of.ts';
import type { Column } from '../../../ui/table/column.ts';

/** What tells whose a device may be. */
export function connectedColumns(t: TFunction<'devices'>, format: Format): Column<DeviceRow>[] {
  return [
    {
      key: 'sn',
      title: t('column.sn'),
      sort: 'sn',
      fixed: true,
      width: 170,
      render: ({ id, sn }) => <Link to={deviceAddress(id)}>{sn}</Link>,
    },
    {
      key: 'state',
      title: t('connected.state'),
      width: 120,
      render: ({ blocked }) => t(blocked ? 'connected.blocked' : 'connected.waiting'),
    },
    {
      key: 'kind',
      title: t('column.kind'),
      sort: 'kind',
      width: 150,
      render: ({ kind }) => t(`kind.${kind}`),
    },
    { key: 'model', title: t('column.model'), sort: 'model', width: 200, render: modelOf },
    {
      key: 'connection',
      title: t('column.connection'),
      sort: 'connection',
      width: 130,
      render: ({ live }) => (live.connection ? t(`connection.${live.connection}`) : UNKNOWN),
    },
    {
      key: 'firstSeen',
      title: t('about.firstSeen'),
      width: 170,
      render: ({ firstSeenAt }) => format.dateTime(firstSeenAt),
    },
    {
      key: 'lastData',
      title: t('column.lastData'),
      sort: 'lastDataAt',
      align: 'right',
      width: 120,
      render: (row) => <LastData row={row} />,
    },
  ];
}
