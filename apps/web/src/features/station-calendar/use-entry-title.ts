import { useTranslation } from 'react-i18next';
import type { CalendarEntry } from './calendar-entries.ts';

/** What an entry is called: the kind of an event, the first words of a note. */
export function useEntryTitle() {
  const { t } = useTranslation('station-calendar');
  return ({ event, note }: CalendarEntry): string => (event ? t(`kind.${event.kind}`) : note.text);
}
