import type { Label } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../lib/session/session-context.tsx';

export interface LabelActionsProps {
  label: Label;
  onEdit: (label: Label) => void;
  onDelete: (label: Label) => void;
}

/** What the account may do to a label. */
export function LabelActions({ label, onEdit, onDelete }: LabelActionsProps) {
  const { t } = useTranslation('labels');
  const mayEdit = useMayCall('updateLabel');
  const mayDelete = useMayCall('deleteLabel');
  const { name } = label;
  return (
    <Space size={4}>
      {mayEdit ? (
        <Button size="small" aria-label={t('changeOne', { name })} onClick={() => onEdit(label)}>
          {t('change')}
        </Button>
      ) : null}
      {mayDelete ? (
        <Button size="small" aria-label={t('deleteOne', { name })} onClick={() => onDelete(label)}>
          {t('delete')}
        </Button>
      ) : null}
    </Space>
  );
}
