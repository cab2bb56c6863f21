import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePhone } from '../../../lib/appearance.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { NoPermission } from '../../../ui/page/states.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';
import styles from './settings.module.css';
import { ACCOUNT_TABS, useAccountTabs, type AccountTab } from './use-account-tabs.ts';

const OWN: Record<Exclude<AccountTab, 'cancellation'>, ComponentType> = {
  profile: lazyPart(() => import('./profile-tab.tsx').then((part) => part.ProfileTab)),
  security: lazyPart(() => import('./security-tab.tsx').then((part) => part.SecurityTab)),
  sessions: lazyPart(() => import('./sessions-tab.tsx').then((part) => part.SessionsTab)),
  keys: lazyPart(() => import('./keys/keys-tab.tsx').then((part) => part.KeysTab)),
  logins: lazyPart(() => import('./logins-tab.tsx').then((part) => part.LoginsTab)),
  settings: lazyPart(() => import('./settings-tab.tsx').then((part) => part.SettingsTab)),
  type: lazyPart(() => import('./type-tab.tsx').then((part) => part.TypeTab)),
};

const FIELDS = { tab: choiceField(ACCOUNT_TABS, 'profile') };

/** The settings of one's own account. Its cancellation is a feature of its own, which the router puts in. */
export function AccountPage({ Cancellation }: { Cancellation: ComponentType }) {
  // The texts of all tabs are loaded with the page, so that no tab waits for them.
  const { t } = useTranslation(['settings', 'accounts', 'cancellation', 'rules']);
  const account = useAccount();
  const tabs = useAccountTabs();
  const [{ tab }] = useUrlState(FIELDS);
  if (account.visitor) return <NoPermission />;
  const shown = tabs.includes(tab) ? tab : 'profile';
  const Content = shown === 'cancellation' ? Cancellation : OWN[shown];
  return (
    <Page help="account" title={t('title')} toolbar={<Parts tabs={tabs} shown={shown} />}>
      <Suspense fallback={<SkeletonBlock lines={8} />}>
        <div className={tabStyles.tab}>
          <Content />
        </div>
      </Suspense>
    </Page>
  );
}

/** The parts of the page: links side by side, one choice on phones. */
function Parts({ tabs, shown }: { tabs: readonly AccountTab[]; shown: AccountTab }) {
  const { t } = useTranslation('settings');
  const [, setState] = useUrlState(FIELDS);
  const phone = usePhone();
  if (phone)
    return (
      <Choice
        bare
        label={t('title')}
        value={shown}
        options={tabs.map((key) => ({ value: key, label: t(`tab.${key}`) }))}
        onChange={(key) => setState({ tab: tabs.find((known) => known === key)! }, { push: true })}
      />
    );
  return (
    <nav className={styles.parts} aria-label={t('title')}>
      {tabs.map((key) => (
        <Link key={key} to={`?tab=${key}`} aria-current={key === shown ? 'page' : undefined}>
          {t(`tab.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
