import { type DeviceDetail, LIMITS, type SentCommand } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { CommandCard } from '../../../parts/commands/command-card.tsx';
import { useCommandColumns } from '../../../parts/commands/command-columns.tsx';
import { Permitted } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';

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
  const columns = useCommandColumns(device.station?.timeZone);
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={asked.refetch} />;
  return (
    <DataTable<SentCommand>
      label={t('tab.commands')}
      name="device-commands"
      columns={columns}
      rows={asked.data?.rows}
      rowKey={({ id }) => id}
      total={asked.data?.total ?? 0}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      busy={asked.isPlaceholderData}
      card={(row) => <CommandCard row={row} zone={device.station?.timeZone} />}
      empty={<EmptyState title={t('command.none')} hint={t('command.hint', { days: LIMITS.commandDays })} />}
    />
  );
}
