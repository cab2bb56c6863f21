import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { download } from '../../ui/chart/download.ts';
import { ExportMenu, type FileFormat } from '../../ui/form/export-menu.tsx';
import { simFilter, type SimListState } from './sim-list-state.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Fetches the list under its filters as a file. */
export function ExportButton({ state }: Pick<SimListState, 'state'>) {
  const { t } = useTranslation('sims');
  const { sort, order } = state;
  const fetchFile = useAction('exportSims');
  const ask = (format: FileFormat) =>
    fetchFile.mutate(
      { query: { ...simFilter(state), sort, order, format, timeZone: ZONE } },
      { onSuccess: (content) => download(`${t('file')}.${format}`, content) },
    );
  return <ExportMenu onChoose={ask} busy={fetchFile.isPending} text={t('export')} />;
}
