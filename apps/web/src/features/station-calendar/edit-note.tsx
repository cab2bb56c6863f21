import type { StationNote } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import styles from './calendar.module.css';

interface EditNoteProps {
  stationId: number;
  /** A new note begins with this day. */
  day: string;
  /** Absent: a new one. */
  note?: StationNote;
  onClose: () => void;
}

/** Notes something of a day or several, or changes what was noted. */
export function EditNote({ stationId, day, note, onClose }: EditNoteProps) {
  const { t } = useTranslation('station-calendar');
  const [draft, setDraft] = useState({ from: day, to: note?.to ?? day, text: note?.text ?? '' });
  // As it was opened: somebody else's change is refused and not overwritten.
  const [revision] = useState(note?.revision ?? 0);
  const options = { quiet: true, invalidates: ['stationCalendar'] as const, onDone: onClose };
  const create = useAction('createStationNote', options);
  const update = useAction('updateStationNote', options);
  const action = note ? update : create;
  const errors = fieldErrors(action.error);
  const params = { id: stationId };
  const save = () =>
    note
      ? update.mutate({ params: { ...params, noteId: note.id }, body: { ...draft, revision } })
      : create.mutate({ params, body: draft });
  const dayField = (name: 'from' | 'to') => (
    <Field
      label={t(`note.${name}`)}
      type="date"
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    />
  );
  return (
    <ActionDialog
      title={t(note ? 'note.edit' : 'add')}
      okText={t('note.save')}
      busy={action.isPending}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      <div className={styles.row}>
        {dayField('from')}
        {dayField('to')}
      </div>
      <TextArea
        label={t('note.text')}
        rows={5}
        value={draft.text}
        error={errors['text']}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
    </ActionDialog>
  );
}
