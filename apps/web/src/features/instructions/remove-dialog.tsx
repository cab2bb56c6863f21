import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

interface RemoveDialogProps {
  of: 'instruction' | 'set';
  id: number;
  name: string;
  onClose: () => void;
}

/** Asks before an instruction or a set is removed. */
export function RemoveDialog({ of, id, name, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('instructions');
  const done = {
    quiet: true,
    invalidates: ['listInstructions', 'listInstructionSets'] as const,
    onDone: onClose,
  };
  const instruction = useAction('deleteInstruction', done);
  const set = useAction('deleteInstructionSet', done);
  const remove = of === 'set' ? set : instruction;
  return (
    <ActionDialog
      title={t('removeOne', { name })}
      okText={t('remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t('removeHint')}</p>
    </ActionDialog>
  );
}
