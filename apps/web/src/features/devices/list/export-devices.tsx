import { DownloadOutlined } from '@ant-design/icons';
import { DEVICE_COLUMNS } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { download } from '../../../ui/chart/download.ts';
import { deviceFilter, type DeviceListState } from './device-list-state.ts';

const FORMATS = ['xlsx', 'csv'] as const;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportDevicesProps {
  state: DeviceListState['state'];
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
}

/** Saves the list as it is on screen, all pages of it, as a file. */
export function ExportDevices({ state, columns }: ExportDevicesProps) {
  const { t } = useTranslation('common');
  const read = useAction('exportDevices', {});
  const save = (format: (typeof FORMATS)[number]) => {
    const { sort, order } = state;
    const shown = DEVICE_COLUMNS.filter((key) => columns.includes(key));
    const query = { ...deviceFilter(state), format, columns: shown, sort, order, timeZone: ZONE };
    const name = `devices-${new Date().toISOString().slice(0, 10)}.${format}`;
    read.mutate({ query }, { onSuccess: (content) => download(name, content) });
  };
  const items = FORMATS.map((key) => ({ key, label: t(`export.${key}`), onClick: () => save(key) }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        type="text"
        icon={<DownloadOutlined />}
        loading={read.isPending}
        aria-label={t('export.open')}
        title={t('export.open')}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
