import type { Component } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session/session-context.tsx';

export interface ComponentActionsProps {
  component: Component;
  onEdit: (component: Component) => void;
  onDelete: (component: Component) => void;
}

/** What the account may do to a component; those of the library for all belong to who runs the platform. */
export function ComponentActions({ component, onEdit, onDelete }: ComponentActionsProps) {
  const { t } = useTranslation('components');
  const mayEdit = useMay('stations.edit');
  const mayAll = useMay('platform.manage');
  const name = `${component.manufacturer} ${component.model}`;
  if (component.everybody ? !mayAll : !mayEdit) return null;
  return (
    <Space size={4} wrap>
      <Button size="small" aria-label={t('changeOne', { name })} onClick={() => onEdit(component)}>
        {t('change')}
      </Button>
      <Button size="small" aria-label={t('deleteOne', { name })} onClick={() => onDelete(component)}>
        {t('delete')}
      </Button>
    </Space>
  );
}
