import type { Alarm } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import type { useCall } from '../../lib/call/use-call.ts';
import { ErrorState } from '../../ui/page/states.tsx';
import type { Column, TableState } from '../../ui/table/column.ts';
import type { RowSelection } from '../../ui/table/data-table-props.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { AlarmCard } from './alarm-card.tsx';
import { AlarmPanel } from './alarm-panel.tsx';

interface AlarmTableProps {
  /** Names the table for screen readers. */
  label: string;
  /** Columns and row height are kept under this name. */
  name: string;
  columns: readonly Column<Alarm>[];
  alarms: ReturnType<typeof useCall<'listAlarms'>>;
  state: TableState;
  onState: (change: Partial<TableState>) => void;
  /** Id of the alarm whose panel is open; 0: none. */
  opened: number;
  onOpened: (id: number) => void;
  empty: ReactNode;
  tools?: ReactNode;
  /** At the right of the tools; told the keys of the columns that are on screen. */
  actions?: ((shown: readonly string[]) => ReactNode) | undefined;
  selection?: RowSelection<Alarm> | undefined;
}

/** A page of alarms; a row opens its cause and advice in a panel. */
export function AlarmTable(props: AlarmTableProps) {
  const { label, name, columns, alarms, state, onState, opened, onOpened, empty, tools, actions, selection } =
    props;
  const rows = alarms.data?.rows;
  if (alarms.error && !rows) return <ErrorState error={alarms.error} onRetry={alarms.refetch} />;
  const open = ({ id }: Alarm) => onOpened(id);
  return (
    <>
      <DataTable<Alarm>
        label={label}
        name={name}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={alarms.data?.total ?? 0}
        more={alarms.data?.more.total}
        state={state}
        onState={onState}
        busy={alarms.isPlaceholderData}
        onOpen={open}
        card={(row) => <AlarmCard alarm={row} onOpen={() => open(row)} />}
        empty={empty}
        tools={tools}
        actions={actions}
        selection={selection}
      />
      <AlarmPanel alarm={rows?.find(({ id }) => id === opened)} onClose={() => onOpened(0)} />
    </>
  );
}
