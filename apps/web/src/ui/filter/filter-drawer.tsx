import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterDrawerProps {
  filtered: boolean;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer with a filter for every column of a list. */
export function FilterDrawer({ filtered, onClear, onClose, children }: FilterDrawerProps) {
  const { t } = useTranslation(['lists', 'common']);
  return (
    <Drawer
      open
      size="min(100vw, 400px)"
      title={t('filter.title')}
      closable={{ 'aria-label': t('common:close') }}
      onClose={onClose}
      footer={
        <Button disabled={!filtered} onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    >
      {children}
    </Drawer>
  );
}
