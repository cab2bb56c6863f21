import type { NoteFields } from '@sunfleet/contract';

/** What is kept of a note. */
export const noteValues = ({ from, to, text }: NoteFields) => ({
  fromDay: from,
  toDay: to,
  text: text.trim(),
});

/** The log outlives the note: it keeps of which days there was one, and not its words. */
export const logged = ({ fromDay, toDay }: { fromDay: string; toDay: string }) => ({
  fromDay,
  toDay,
  text: '***',
});
