import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { SideMenu } from './side-menu.tsx';

/** The menu of phones, over the page. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={272}
      title={t('product')}
      styles={{ body: { padding: 0 } }}
    >
      <SideMenu collapsed={false} onChoose={onClose} />
    </Drawer>
  );
}
