import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { APPEARANCES, storedAppearance } from '../../lib/appearance.ts';
import { useStored } from '../../lib/use-stored.ts';

const ICONS = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
};

/** The choice of light, dark, or what the system has. */
export function AppearanceMenu() {
  const { t } = useTranslation('common');
  const appearance = useStored(storedAppearance);
  const items = APPEARANCES.map((key) => ({
    key,
    icon: ICONS[key],
    label: t(`appearance.${key}`),
    onClick: () => storedAppearance.set(key),
  }));
  const label = `${t('appearance.theme')}: ${t(`appearance.${appearance}`)}`;
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [appearance] }} trigger={['click']}>
      <Button type="text" icon={ICONS[appearance]} aria-label={label} title={label} />
    </Dropdown>
  );
}
