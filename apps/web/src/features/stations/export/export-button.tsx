import { DownloadOutlined } from '@ant-design/icons';
import { LIMITS, STATION_COLUMNS, type StationColumn } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { filterTexts, type ListState } from '../list-state.ts';

const ExportPanel = lazyPart(() => import('./export-panel.tsx').then((part) => part.ExportPanel));

const FORMATS = ['xlsx', 'csv'] as const;
/** Columns of pictures and curves, which files do not have. */
const DRAWN: ReadonlySet<StationColumn> = new Set(['cover', 'day']);
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ExportButtonProps {
  state: ListState;
  /** Keys of the columns that are on screen. */
  columns: readonly string[];
  /** Stations that were chosen one by one: only these are written. */
  chosen: readonly number[];
}

/** Writes the list as it is on screen, or the chosen stations of it, into a file, and shows how far that is. */
export function ExportButton({ state, columns, chosen }: ExportButtonProps) {
  const { t } = useTranslation(['stations', 'common']);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const begin = useAction('exportStations', { quiet: true, invalidates: ['listStationExports'] });
  const ask = (as: (typeof FORMATS)[number]) => {
    setOpen(true);
    const { sort, order } = state;
    const shown = STATION_COLUMNS.filter((key) => columns.includes(key) && !DRAWN.has(key));
    const ids = chosen.length > 0 ? { ids: [...chosen] } : {};
    const filters = filterTexts(state);
    begin.mutate({ body: { format: as, columns: shown, filters, ...ids, sort, order, timeZone: ZONE } });
  };
  const items = [
    ...FORMATS.map((as) => ({
      key: as,
      label: [
        t(`common:export.${as}`),
        chosen.length > 0 ? t('common:table.selected', { n: format.number(chosen.length, 0) }) : null,
      ]
        .filter(Boolean)
        .join(' · '),
      disabled: chosen.length > LIMITS.stationsAtOnce,
      onClick: () => ask(as),
    })),
    { key: 'all', label: t('export.files'), onClick: () => setOpen(true) },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button
          type="text"
          icon={<DownloadOutlined />}
          aria-label={t('common:export.open')}
          title={t('common:export.open')}
          aria-haspopup="menu"
        />
      </Dropdown>
      <Suspense fallback={null}>
        {open ? <ExportPanel error={begin.error} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
