import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { download } from '../../ui/chart/download.ts';
import { simFilter, type SimListState } from './sim-list-state.ts';

const FORMATS = ['xlsx', 'csv'] as const;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Fetches the list under its filters as a file. */
export function ExportButton({ state }: Pick<SimListState, 'state'>) {
  const { t } = useTranslation(['sims', 'common']);
  const { sort, order } = state;
  const fetchFile = useAction('exportSims');
  const ask = (format: (typeof FORMATS)[number]) =>
    fetchFile.mutate(
      { query: { ...simFilter(state), sort, order, format, timeZone: ZONE } },
      { onSuccess: (content) => download(`${t('file')}.${format}`, content) },
    );
  const items = FORMATS.map((format) => ({
    key: format,
    label: t(`common:export.${format}`),
    onClick: () => ask(format),
  }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<DownloadOutlined aria-hidden />} aria-haspopup="menu" loading={fetchFile.isPending}>
        {t('export')}
      </Button>
    </Dropdown>
  );
}
