import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './edit.module.css';
import { useFieldWords } from './use-field-words.ts';

/** Who saved which fields of a station since a version of it, and when. */
export function SavedBy({ station, since }: { station: StationDetail; since: number }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { names } = useFieldWords();
  const edits = useCall('listStationEdits', { params: { id: station.id }, query: { since } });
  return (
    <ul className={styles.authors}>
      {edits.data?.map(({ at, by, fields }) => (
        <li key={at}>
          {t('edit.savedBy', {
            who: by ?? t('edit.somebody'),
            when: format.dateTime(at, station.timeZone),
            fields: fields.map((field) => names[field]).join(', '),
          })}
        </li>
      ))}
    </ul>
  );
}
