import { Tabs } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { NoPermission } from '../../../ui/page/states.tsx';
import styles from './settings.module.css';

const TABS = ['profile', 'security', 'sessions', 'keys', 'logins', 'settings', 'type', 'cancel'] as const;
type Tab = (typeof TABS)[number];

const CONTENT: Record<Tab, ComponentType> = {
  profile: lazy(() => import('./profile-tab.tsx').then((file) => ({ default: file.ProfileTab }))),
  security: lazy(() => import('./security-tab.tsx').then((file) => ({ default: file.SecurityTab }))),
  sessions: lazy(() => import('./sessions-tab.tsx').then((file) => ({ default: file.SessionsTab }))),
  keys: lazy(() => import('./keys/keys-tab.tsx').then((file) => ({ default: file.KeysTab }))),
  logins: lazy(() => import('./logins-tab.tsx').then((file) => ({ default: file.LoginsTab }))),
  settings: lazy(() => import('./settings-tab.tsx').then((file) => ({ default: file.SettingsTab }))),
  type: lazy(() => import('./type-tab.tsx').then((file) => ({ default: file.TypeTab }))),
  cancel: lazy(() => import('./cancel/cancel-tab.tsx').then((file) => ({ default: file.CancelTab }))),
};

const FIELDS = { tab: choiceField(TABS, 'profile') };

/** `#/platformPro/system/account?tab=security`: all that concerns one's own account. */
export function AccountPage() {
  // The words of all its parts come with it, so that no step waits for them.
  const { t } = useTranslation(['security', 'accounts', 'rules']);
  const account = useAccount();
  const mayKeys = useMay('apiKeys.manage');
  const [{ tab }, setState] = useUrlState(FIELDS);
  if (account.visitor) return <NoPermission />;
  const tabs = TABS.filter((key) => key !== 'keys' || mayKeys);
  const shown = tabs.includes(tab) ? tab : 'profile';
  const Content = CONTENT[shown];
  return (
    <Page title={t('title')}>
      <Tabs
        activeKey={shown}
        onChange={(key) => setState({ tab: tabs.find((known) => known === key)! }, { push: true })}
        items={tabs.map((key) => ({
          key,
          label: t(`tab.${key}`),
          ...(key === shown
            ? {
                children: (
                  <Suspense fallback={<SkeletonBlock lines={8} />}>
                    <div className={styles.tab}>
                      <Content />
                    </div>
                  </Suspense>
                ),
              }
            : {}),
        }))}
      />
    </Page>
  );
}
