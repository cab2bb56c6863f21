import type { CalendarEvent, StationNote } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './calendar.module.css';
import { type CalendarEntry, toneOf } from './calendar-entries.ts';

interface EntryListProps {
  entries: readonly CalendarEntry[];
  /** Zone of the station. */
  zone: string;
  /** Left out for who may not. */
  onEdit?: (note: StationNote) => void;
  onRemove?: (note: StationNote) => void;
}

/** Entries of a calendar in words, day by day. */
export function EntryList({ entries, zone, onEdit, onRemove }: EntryListProps) {
  const format = useFormat();
  const days = ({ from, to }: CalendarEntry) => (from === to ? format.day(from) : format.days(from, to));
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.entry} data-tone={toneOf(entry)}>
          <span className={styles.days}>{days(entry)}</span>
          {entry.event ? (
            <EventWords event={entry.event} zone={zone} />
          ) : (
            <NoteWords note={entry.note} zone={zone}>
              {onEdit && onRemove ? (
                <NoteButtons note={entry.note} days={days(entry)} onEdit={onEdit} onRemove={onRemove} />
              ) : null}
            </NoteWords>
          )}
        </li>
      ))}
    </ul>
  );
}

function EventWords({ event, zone }: { event: CalendarEvent; zone: string }) {
  const { t } = useTranslation('station-calendar');
  const format = useFormat();
  const { kind, count, subjects, at, by, open } = event;
  const others = count - subjects.length;
  const about = [...subjects, ...(subjects.length > 0 && others > 0 ? [`+${format.number(others)}`] : [])];
  const facts = [
    ...(open ? [t('open')] : []),
    ...(at === null ? [] : [format.dateTime(at, zone, 'time')]),
    ...(by === null ? [] : [by]),
  ];
  return (
    <div className={styles.words}>
      <span>
        <b>{t(`kind.${kind}`)}</b>
        {subjects.length === 0 && count > 1 ? ` × ${format.number(count)}` : null}
        {about.length > 0 ? ` ${about.join(', ')}` : null}
      </span>
      {facts.length > 0 ? <span className={styles.facts}>{facts.join(' · ')}</span> : null}
    </div>
  );
}

function NoteWords({ note, zone, children }: { note: StationNote; zone: string; children: ReactNode }) {
  const { t } = useTranslation('station-calendar');
  const format = useFormat();
  const told = (what: 'created' | 'changed') => {
    const event = note[what];
    const words = event && { who: event.by ?? UNKNOWN, when: format.dateTime(event.at, zone) };
    return words ? t(`note.${what}`, words) : null;
  };
  return (
    <div className={styles.words}>
      <span className={styles.text}>{note.text}</span>
      <span className={styles.facts}>{[told('created'), told('changed')].filter(Boolean).join(' · ')}</span>
      {children}
    </div>
  );
}

interface NoteButtonsProps {
  note: StationNote;
  days: string;
  onEdit: (note: StationNote) => void;
  onRemove: (note: StationNote) => void;
}

function NoteButtons({ note, days, onEdit, onRemove }: NoteButtonsProps) {
  const { t } = useTranslation('station-calendar');
  return (
    <div className={styles.buttons}>
      <Button aria-label={t('note.changeOf', { days })} onClick={() => onEdit(note)}>
        {t('note.change')}
      </Button>
      <Button aria-label={t('note.removeOf', { days })} onClick={() => onRemove(note)}>
        {t('note.remove')}
      </Button>
    </div>
  );
}
