import type { Alarm } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat, type Format } from '../../lib/format/use-format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useAlarmName } from './alarm-name.ts';
import { useFaultText } from './use-fault-text.ts';

/** Every column a list of alarms may have. */
export type AlarmColumn =
  | 'level'
  | 'name'
  | 'code'
  | 'station'
  | 'device'
  | 'beganAt'
  | 'duration'
  | 'recoveredAt'
  | 'handling'
  | 'handler'
  | 'assignee'
  | 'shield'
  | 'lastSeenAt'
  | 'cause'
  | 'advice'
  | 'loss'
  | 'money'
  | 'count'
  | 'type';

interface AlarmColumnsOptions {
  /** In this order. */
  keys: readonly AlarmColumn[];
  /** Not shown until chosen. */
  hidden?: readonly AlarmColumn[];
}

/** Columns for a `DataTable` of alarms; times are in the zone of the alarm's station. */
export function useAlarmColumns({ keys, hidden = [] }: AlarmColumnsOptions): Column<Alarm>[] {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const nameOf = useAlarmName();
  const textOf = useFaultText();
  const now = useNow(60_000);
  return useMemo(() => {
    const words = { t, format, nameOf, textOf, now };
    const columns = { ...columnsOf(words), ...handlingColumns(words) };
    return keys.map((key) => ({ ...columns[key], hidden: hidden.includes(key) }));
  }, [t, format, nameOf, textOf, now, keys, hidden]);
}

interface Words {
  t: TFunction<'alarms'>;
  format: Format;
  nameOf: (alarm: Alarm) => string;
  textOf: ReturnType<typeof useFaultText>;
  now: number;
}

type HandlingColumn = 'handling' | 'handler' | 'assignee' | 'shield' | 'lastSeenAt' | 'cause' | 'advice';

function columnsOf(words: Words): Record<Exclude<AlarmColumn, HandlingColumn>, Column<Alarm>> {
  const { t, format, nameOf, now } = words;
  return {
    level: {
      key: 'level',
      title: t('column.level'),
      sort: 'level',
      width: 130,
      render: (row) => <StatusBadge of="alarm" value={row.level} />,
    },
    name: { key: 'name', title: t('column.name'), fixed: true, width: 240, render: nameOf },
    code: { key: 'code', title: t('column.code'), width: 140, render: (row) => row.code },
    station: {
      key: 'station',
      title: t('column.station'),
      width: 200,
      render: (row) => row.station?.name ?? UNKNOWN,
    },
    device: {
      key: 'device',
      title: t('column.device'),
      width: 170,
      render: (row) => row.device?.sn ?? UNKNOWN,
    },
    beganAt: {
      key: 'beganAt',
      title: t('column.beganAt'),
      sort: 'beganAt',
      width: 180,
      render: (row) => format.dateTime(row.beganAt, row.station?.timeZone),
    },
    duration: {
      key: 'duration',
      title: t('column.duration'),
      sort: 'duration',
      align: 'right',
      width: 130,
      render: (row) => format.duration((row.recoveredAt ?? now) - row.beganAt),
    },
    loss: {
      key: 'loss',
      title: t('column.loss'),
      sort: 'loss',
      align: 'right',
      width: 130,
      render: (row) => (row.loss === null ? UNKNOWN : format.energy(row.loss.energy / 1000)),
    },
    money: {
      key: 'money',
      title: t('column.money'),
      align: 'right',
      width: 130,
      render: ({ loss }) =>
        loss?.money ? format.minorMoney(loss.money.amount, loss.money.currency) : UNKNOWN,
    },
    count: {
      key: 'count',
      title: t('detail.count'),
      align: 'right',
      width: 120,
      render: (row) => format.number(row.count, 0),
    },
    recoveredAt: {
      key: 'recoveredAt',
      title: t('column.recoveredAt'),
      width: 180,
      render: (row) =>
        row.recoveredAt === null ? t('active') : format.dateTime(row.recoveredAt, row.station?.timeZone),
    },
    type: { key: 'type', title: t('column.type'), width: 140, render: (row) => t(`type.${row.type}`) },
  };
}

/** What people did about it and can do. */
function handlingColumns({ t, format, textOf }: Words): Record<HandlingColumn, Column<Alarm>> {
  const text = (part: 'cause' | 'advice'): Column<Alarm> => ({
    key: part,
    title: t(`detail.${part}`),
    width: 280,
    render: ({ textKey, code }) => textOf(textKey, code)[part] || UNKNOWN,
  });
  return {
    handling: {
      key: 'handling',
      title: t('column.handling'),
      width: 150,
      render: (row) => t(row.shield ? 'shield.quiet' : `handling.${row.handling}`),
    },
    handler: {
      key: 'handler',
      title: t('column.handler'),
      width: 160,
      render: (row) => row.handled?.by ?? UNKNOWN,
    },
    assignee: {
      key: 'assignee',
      title: t('column.assignee'),
      width: 160,
      render: (row) => row.assignee?.name ?? UNKNOWN,
    },
    shield: {
      key: 'shield',
      title: t('column.shield'),
      width: 180,
      render: ({ shield, station }) =>
        shield === null
          ? UNKNOWN
          : shield.until === null
            ? t('shield.ends.permanent')
            : format.dateTime(shield.until, station?.timeZone),
    },
    lastSeenAt: {
      key: 'lastSeenAt',
      title: t('detail.lastSeenAt'),
      width: 180,
      render: (row) => format.dateTime(row.lastSeenAt, row.station?.timeZone),
    },
    cause: text('cause'),
    advice: text('advice'),
  };
}
