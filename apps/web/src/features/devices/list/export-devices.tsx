import { DEVICE_COLUMNS, LIMITS } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { download } from '../../../ui/chart/download.ts';
import { ExportMenu, type FileFormat } from '../../../ui/form/export-menu.tsx';
import { deviceFilter, type DeviceListState } from './device-list-state.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportDevicesProps {
  state: DeviceListState['state'];
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
  /** Ids of those that are chosen; none: all of the list. */
  chosen: readonly number[];
}

/** Saves the list as it is on screen, all pages of it or what was chosen there, as a file. */
export function ExportDevices({ state, columns, chosen }: ExportDevicesProps) {
  const { t } = useTranslation('devices');
  const read = useAction('exportDevices', {});
  const save = (format: FileFormat) => {
    const { sort, order } = state;
    const shown = DEVICE_COLUMNS.filter((key) => columns.includes(key));
    const query = { ...deviceFilter(state), format, columns: shown, sort, order, timeZone: ZONE };
    const name = `devices-${new Date().toISOString().slice(0, 10)}.${format}`;
    read.mutate(
      { query: chosen.length > 0 ? { ...query, ids: [...chosen] } : query },
      { onSuccess: (content) => download(name, content) },
    );
  };
  return (
    <ExportMenu
      onChoose={save}
      busy={read.isPending}
      disabled={chosen.length > LIMITS.serialNumbersPerEntry}
      {...(chosen.length > 0 ? { text: t('exportChosen', { n: chosen.length }) } : {})}
    />
  );
}
