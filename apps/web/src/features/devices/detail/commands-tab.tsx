import { type DeviceDetail, LIMITS } from '@sunfleet/contract';
import type { OutputOf } from '@sunfleet/api-client';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { Permitted } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

type Row = OutputOf<'listDeviceCommands'>['rows'][number];

const FIELDS = {
  page: integerField(1),
  pageSize: integerField(20),
  sort: choiceField(['at'], 'at'),
  order: choiceField(['desc'], 'desc'),
};

/** What people and the server asked of the device, and what became of it. */
export function CommandsTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="parameters.read">
      <Commands device={device} />
    </Permitted>
  );
}

function Commands({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const [state, set] = useUrlState(FIELDS);
  const { page, pageSize } = state;
  const asked = useCall(
    'listDeviceCommands',
    { params: { id: device.id }, query: { page, pageSize } },
    { keepPrevious: true, refetchMs: 15_000 },
  );
  const columns = useColumns(device.station?.timeZone);
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={asked.refetch} />;
  return (
    <DataTable<Row>
      label={t('tab.commands')}
      name="device-commands"
      columns={columns}
      rows={asked.data?.rows}
      rowKey={({ id }) => id}
      total={asked.data?.total ?? 0}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      busy={asked.isPlaceholderData}
      empty={<EmptyState title={t('command.none')} hint={t('command.hint', { days: LIMITS.commandDays })} />}
    />
  );
}

function useColumns(zone: string | undefined): Column<Row>[] {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('command.at'),
        fixed: true,
        width: 180,
        render: ({ at }) => format.dateTime(at, zone),
      },
      {
        key: 'by',
        title: t('command.by'),
        width: 160,
        render: ({ user }) => user?.name ?? t('command.server'),
      },
      {
        key: 'asked',
        title: t('command.asked'),
        width: 260,
        render: ({ asked }) => {
          if (asked.type === 'command') return asked.name;
          if (asked.type === 'modbusRead') return t('command.read', { count: asked.count, addr: asked.addr });
          return t('command.write', { words: asked.words.join(', '), addr: asked.addr });
        },
      },
      {
        key: 'became',
        title: t('command.became'),
        width: 320,
        render: ({ state, failure, detail, words }) =>
          [
            t(`command.state.${state}`),
            failure ? t(`command.failure.${failure}`) : null,
            detail,
            words ? words.join(', ') : null,
          ]
            .filter(Boolean)
            .join(': '),
      },
    ],
    [t, format, zone],
  );
}
