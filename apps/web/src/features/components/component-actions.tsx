import type { Component } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';

export interface ComponentActionsProps {
  component: Component;
  onEdit: (component: Component) => void;
  onDelete: (component: Component) => void;
}

/** What the account may do to a component: those of the library for all belong to who runs the platform, others to who works for the organisation. */
export function ComponentActions({ component, onEdit, onDelete }: ComponentActionsProps) {
  const { t } = useTranslation('components');
  const name = `${component.manufacturer} ${component.model}`;
  if (!component.editable) return null;
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
