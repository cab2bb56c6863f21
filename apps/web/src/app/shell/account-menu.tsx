import {
  BgColorsOutlined,
  GlobalOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { ADDRESSES, LANGUAGES } from '@sunfleet/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { APPEARANCES, storedAppearance, usePhone } from '../../lib/appearance.ts';
import { LANGUAGE_NAMES } from '../../lib/i18n/languages.ts';
import { useLanguageChoice } from '../../lib/i18n/use-language-choice.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useRoleName } from '../../parts/accounts/use-role-name.ts';
import styles from './header.module.css';
import { useSignOut } from '../../parts/accounts/use-sign-out.ts';

/** Who is signed in, and the way out; on phones language and light too. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const account = useAccount();
  const phone = usePhone();
  const choices = useChoices();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const roleName = useRoleName();
  const who = (
    <span className={styles.who}>
      <strong>{account.name}</strong>
      <span className={styles.role}>
        {roleName(account)}
        {account.organisation ? ` · ${account.organisation.name}` : ''}
      </span>
    </span>
  );
  const settings = {
    key: 'settings',
    icon: <SettingOutlined aria-hidden />,
    label: t('account.settings'),
    onClick: () => void navigate(ADDRESSES.account),
  };
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: who },
    { type: 'divider' },
    ...(phone ? choices : []),
    ...(account.visitor ? [] : [settings]),
    {
      key: 'guide',
      icon: <QuestionCircleOutlined aria-hidden />,
      label: t('help.guide'),
      onClick: () => void navigate(ADDRESSES.guide),
    },
    { key: 'signOut', icon: <LogoutOutlined aria-hidden />, label: t('account.signOut'), onClick: signOut },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button type="text" icon={<UserOutlined />} aria-label={t('account.menu', { name: account.name })} />
    </Dropdown>
  );
}

function useChoices(): NonNullable<MenuProps['items']> {
  const { t } = useTranslation('common');
  const [, setLanguage] = useLanguageChoice();
  return [
    {
      key: 'language',
      icon: <GlobalOutlined aria-hidden />,
      label: t('appearance.language'),
      children: LANGUAGES.map((key) => ({
        key,
        label: LANGUAGE_NAMES[key],
        onClick: () => setLanguage(key),
      })),
    },
    {
      key: 'appearance',
      icon: <BgColorsOutlined aria-hidden />,
      label: t('appearance.theme'),
      children: APPEARANCES.map((key) => ({
        key,
        label: t(`appearance.${key}`),
        onClick: () => storedAppearance.set(key),
      })),
    },
  ];
}
