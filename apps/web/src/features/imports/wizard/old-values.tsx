import { leavesRollUps } from '@sunfleet/device-model';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { filePeriod } from './file-period.ts';
import { chosenColumns, type Preview } from './import-draft.ts';
import type { ImportForm } from './use-import-form.ts';

/** Says before the import what becomes of values that are older than the server keeps them. */
export function OldValues({ form, preview }: { form: ImportForm; preview: Preview }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { samplesDays, samplesSince, meansDays } = preview.retention;
  const period = filePeriod(form.draft);
  if (samplesSince === null || !period || period.from >= samplesSince) return null;
  const lost = chosenColumns(form.draft).filter(({ point }) => !leavesRollUps(point));
  const texts = [
    t('old.text', { days: format.number(samplesDays, 0) }),
    meansDays > 0 ? t('old.means', { days: format.number(meansDays, 0) }) : '',
    lost.length > 0 ? t('old.lost', { points: lost.map(({ column }) => column).join(', ') }) : '',
  ];
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t('old.title', { date: format.dateTime(samplesSince, 'UTC', 'date') })}
      description={texts.filter(Boolean).join(' ')}
    />
  );
}
