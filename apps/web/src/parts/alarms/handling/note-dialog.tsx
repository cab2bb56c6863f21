import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';

/** Notes something of an alarm. */
export function NoteDialog({ alarmId, onClose }: { alarmId: number; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const [text, setText] = useState('');
  const action = useAction('noteAlarm', { quiet: true, invalidates: ['listAlarmSteps'], onDone: onClose });
  return (
    <ActionDialog
      title={t('handling.addNote')}
      okText={t('handling.saveNote')}
      busy={action.isPending}
      error={action.error}
      onOk={() => action.mutate({ params: { id: alarmId }, body: { text } })}
      onClose={onClose}
    >
      <TextArea
        label={t('handling.noteText')}
        rows={4}
        value={text}
        error={fieldErrors(action.error)['text']}
        onChange={(event) => setText(event.target.value)}
      />
    </ActionDialog>
  );
}
