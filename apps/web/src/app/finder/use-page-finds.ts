import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAccountTabs } from '../../features/accounts/settings/use-account-tabs.ts';
import { useScreens } from '../shell/screens.tsx';
import type { Find } from './finds-of.ts';

/** Screens of the menu and parts of one's settings whose name contains the text. */
export function usePageFinds(wanted: string): Find[] {
  const { t, i18n } = useTranslation(['common', 'settings']);
  const lower = (text: string) => text.toLocaleLowerCase(i18n.language);
  const screens = useScreens().map(({ key, path }) => ({
    key: `screen ${key}`,
    group: 'screens' as const,
    title: t(`screens.${key}`),
    note: '',
    path,
  }));
  const settings = useAccountTabs().map((tab) => ({
    key: `setting ${tab}`,
    group: 'settings' as const,
    title: t(`settings:tab.${tab}`),
    note: t('settings:title'),
    path: `${ADDRESSES.account}?tab=${tab}`,
  }));
  return [...screens, ...(wanted === '' ? [] : settings)].filter(({ title }) =>
    lower(title).includes(lower(wanted)),
  );
}
