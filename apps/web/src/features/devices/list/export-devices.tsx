import { DEVICE_COLUMNS } from '@sunfleet/contract';
import { useAction } from '../../../lib/call/use-action.ts';
import { download } from '../../../ui/chart/download.ts';
import { ExportMenu, type FileFormat } from '../../../ui/form/export-menu.tsx';
import { deviceFilter, type DeviceListState } from './device-list-state.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportDevicesProps {
  state: DeviceListState['state'];
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
}

/** Saves the list as it is on screen, all pages of it, as a file. */
export function ExportDevices({ state, columns }: ExportDevicesProps) {
  const read = useAction('exportDevices', {});
  const save = (format: FileFormat) => {
    const { sort, order } = state;
    const shown = DEVICE_COLUMNS.filter((key) => columns.includes(key));
    const query = { ...deviceFilter(state), format, columns: shown, sort, order, timeZone: ZONE };
    const name = `devices-${new Date().toISOString().slice(0, 10)}.${format}`;
    read.mutate({ query }, { onSuccess: (content) => download(name, content) });
  };
  return <ExportMenu onChoose={save} busy={read.isPending} />;
}
