import type { StationNote } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import styles from './calendar.module.css';

interface RemoveNoteProps {
  stationId: number;
  note: StationNote;
  onClose: () => void;
}

/** Deletes a note after a look at it. */
export function RemoveNote({ stationId, note, onClose }: RemoveNoteProps) {
  const { t } = useTranslation('station-calendar');
  const [revision] = useState(note.revision);
  const remove = useAction('removeStationNote', {
    quiet: true,
    invalidates: ['stationCalendar'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('note.removeTitle')}
      okText={t('note.remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: stationId, noteId: note.id }, query: { revision } })}
      onClose={onClose}
    >
      <p className={styles.text}>{note.text}</p>
      <p className={styles.facts}>{t('note.removeAsk')}</p>
    </ActionDialog>
  );
}
