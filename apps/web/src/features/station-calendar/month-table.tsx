import { useMemo } from 'react';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './calendar.module.css';
import { type CalendarEntry, entriesOn, toneOf } from './calendar-entries.ts';
import { type CalendarSpan, weeksOf } from './calendar-span.ts';
import { useEntryTitle } from './use-entry-title.ts';

interface MonthTableProps {
  span: CalendarSpan;
  today: string;
  /** The day whose entries are shown; empty: none. */
  picked: string;
  entries: readonly CalendarEntry[];
  onPick: (day: string) => void;
}

/** A month by weeks; each day names what it holds and opens it. */
export function MonthTable({ span, today, picked, entries, onPick }: MonthTableProps) {
  const format = useFormat();
  const weeks = useMemo(() => weeksOf(span), [span]);
  const weekday = useMemo(
    () => new Intl.DateTimeFormat(format.language, { weekday: 'short', timeZone: 'UTC' }),
    [format.language],
  );
  return (
    <table className={styles.month}>
      <caption className={styles.unseen}>{format.day(span.period)}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(Date.parse(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} data-today={day === today} data-outside={day < span.from || day > span.to}>
                {day >= span.from && day <= span.to ? (
                  <Day
                    day={day}
                    isPicked={day === picked}
                    entries={entriesOn(entries, day)}
                    onPick={() => onPick(day)}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** More of a day do not fit. */
const SHOWN = 3;

interface DayProps {
  day: string;
  isPicked: boolean;
  entries: readonly CalendarEntry[];
  onPick: () => void;
}

function Day({ day, isPicked, entries, onPick }: DayProps) {
  const format = useFormat();
  const titleOf = useEntryTitle();
  const shown = entries.slice(0, entries.length > SHOWN ? SHOWN - 1 : SHOWN);
  const rest = entries.length - shown.length;
  return (
    <button type="button" className={styles.day} aria-pressed={isPicked} onClick={onPick}>
      <span className={styles.number} aria-hidden="true">
        {format.number(Number(day.slice(8)))}
      </span>
      <span className={styles.unseen}>{format.day(day)}</span>
      {shown.map((entry) => (
        <span key={entry.key} className={styles.chip} data-tone={toneOf(entry)}>
          {titleOf(entry)}
        </span>
      ))}
      {rest > 0 ? <span className={styles.rest}>+{format.number(rest)}</span> : null}
    </button>
  );
}
