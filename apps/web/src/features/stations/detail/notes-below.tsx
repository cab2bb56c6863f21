import { stationAddress, type StationNote } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './detail.module.css';
import { briefNote } from './notes-by-bucket.ts';

/** Notes that are read below a chart; the others are in the calendar. */
const MOST = 5;

/** What people noted of the days of a chart, the newest first, for thumbs and keyboards, which reach no tooltip. */
export function NotesBelow({ stationId, notes }: { stationId: number; notes: readonly StationNote[] }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  if (notes.length === 0) return null;
  const newest = notes.toSorted((a, b) => b.from.localeCompare(a.from)).slice(0, MOST);
  return (
    <section className={styles.notes} aria-label={t('trend.notes')}>
      <ul>
        {newest.map((note) => (
          <li key={note.id}>
            <span className={styles.noteDay}>
              {note.from === note.to ? format.day(note.from) : format.days(note.from, note.to)}
            </span>{' '}
            {briefNote(note)}
          </li>
        ))}
      </ul>
      <Link to={stationAddress(stationId, 'calendar')}>{t('trend.allNotes')}</Link>
    </section>
  );
}
