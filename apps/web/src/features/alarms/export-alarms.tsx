import { ALARM_COLUMNS } from '@sunfleet/contract';
import { useAction } from '../../lib/call/use-action.ts';
import { download } from '../../ui/chart/download.ts';
import { ExportMenu, type FileFormat } from '../../ui/form/export-menu.tsx';
import { alarmQuery, type AlarmListState } from './alarm-list-state.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportAlarmsProps {
  state: AlarmListState['state'];
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
}

/** Saves the list as it is on screen, all pages of it, as a file. */
export function ExportAlarms({ state, columns }: ExportAlarmsProps) {
  const read = useAction('exportAlarms', {});
  const save = (format: FileFormat) => {
    const shown = ALARM_COLUMNS.filter((key) => columns.includes(key));
    const query = { ...alarmQuery(state), format, columns: shown, timeZone: ZONE };
    const name = `alarms-${new Date().toISOString().slice(0, 10)}.${format}`;
    read.mutate({ query }, { onSuccess: (content) => download(name, content) });
  };
  return <ExportMenu onChoose={save} busy={read.isPending} />;
}
