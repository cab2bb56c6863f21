import { DownloadOutlined } from '@ant-design/icons';
import { ALARM_COLUMNS } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { download } from '../../ui/chart/download.ts';
import { alarmQuery, type AlarmListState } from './alarm-list-state.ts';

const FORMATS = ['xlsx', 'csv'] as const;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportAlarmsProps {
  state: AlarmListState['state'];
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
}

/** Saves the list as it is on screen, all pages of it, as a file. */
export function ExportAlarms({ state, columns }: ExportAlarmsProps) {
  const { t } = useTranslation('common');
  const read = useAction('exportAlarms', {});
  const save = (format: (typeof FORMATS)[number]) => {
    const shown = ALARM_COLUMNS.filter((key) => columns.includes(key));
    const query = { ...alarmQuery(state), format, columns: shown, timeZone: ZONE };
    const name = `alarms-${new Date().toISOString().slice(0, 10)}.${format}`;
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
