import { DownloadOutlined } from '@ant-design/icons';
import { STATION_COLUMNS, type StationColumn } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { filterTexts, type ListState } from '../list-state.ts';

const ExportPanel = lazyPart(() => import('./export-panel.tsx').then((part) => part.ExportPanel));

const FORMATS = ['xlsx', 'csv'] as const;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportButtonProps {
  state: ListState;
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
}

/** Writes the list as it is on screen into a file, and shows how far that is. */
export function ExportButton({ state, columns }: ExportButtonProps) {
  const { t } = useTranslation('stations');
  const [open, setOpen] = useState(false);
  const begin = useAction('exportStations', { quiet: true, invalidates: ['listStationExports'] });
  const ask = (format: (typeof FORMATS)[number]) => {
    setOpen(true);
    const { sort, order } = state;
    const shown = STATION_COLUMNS.filter((key) => columns.includes(key) && key !== 'day') as StationColumn[];
    begin.mutate({ body: { format, columns: shown, filters: filterTexts(state), sort, order, timeZone: ZONE } });
  };
  const items = [
    ...FORMATS.map((format) => ({ key: format, label: t(`export.${format}`), onClick: () => ask(format) })),
    { key: 'all', label: t('export.files'), onClick: () => setOpen(true) },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<DownloadOutlined aria-hidden />} aria-haspopup="menu">
          {t('export.open')}
        </Button>
      </Dropdown>
      <Suspense fallback={null}>
        {open ? <ExportPanel error={begin.error} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
