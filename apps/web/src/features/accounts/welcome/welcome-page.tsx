import { ADDRESSES, addStationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { useSettings } from '../../../parts/accounts/use-settings.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { NoPermission } from '../../../ui/page/states.tsx';
import styles from '../entry/entry.module.css';
import { AppearanceSetting, LanguageSetting, TemperatureSetting } from '../settings/setting-fields.tsx';

/** The first minute of a new account, each step of it optional. */
export function WelcomePage() {
  const { t } = useTranslation('settings');
  const account = useAccount();
  if (account.visitor) return <NoPermission />;
  return (
    <Page
      title={t('welcome.title', { name: account.name })}
      subtitle={t('welcome.hint')}
      actions={<Link to={ADDRESSES.stations}>{t('welcome.skip')}</Link>}
    >
      <Look />
      <Card title={t('welcome.protect')}>
        <div className={styles.text}>
          <p>{t('welcome.protectText')}</p>
          <p>
            <Link to={`${ADDRESSES.account}?tab=security`}>{t('welcome.protectLink')}</Link>
          </p>
        </div>
      </Card>
      <Next />
    </Page>
  );
}

function Look() {
  const { t } = useTranslation('settings');
  const { data } = useSettings();
  return data ? (
    <Card title={t('welcome.look')}>
      <div className={styles.fields}>
        <LanguageSetting settings={data} />
        <AppearanceSetting settings={data} />
        <TemperatureSetting settings={data} />
      </div>
    </Card>
  ) : null;
}

function Next() {
  const { t } = useTranslation('settings');
  const { accountType } = useAccount();
  const mayCreate = useMay('stations.create');
  const mayImport = useMay('imports.run');
  const stations = useCall('listStations', { query: { pageSize: 1 } });
  // Who has no station is led from it to its first data on one page, and that step stands out. The page sends on who has some.
  const first = mayCreate && !(stations.data && stations.data.total > 0);
  return (
    <Card title={t('welcome.next')}>
      <div className={styles.text}>
        <p>{t(mayCreate ? 'welcome.nextCreate' : mayImport ? 'welcome.nextImport' : 'welcome.nextWait')}</p>
        <div className={styles.row}>
          {mayCreate ? (
            <Link
              to={first ? ADDRESSES.firstSteps : addStationAddress(accountType)}
              className={first ? styles.primary : undefined}
            >
              {t('welcome.add')}
            </Link>
          ) : null}
          <Link to={ADDRESSES.stations} className={first ? undefined : styles.primary}>
            {t('welcome.toStations')}
          </Link>
          {mayImport ? <Link to={ADDRESSES.newImport}>{t('welcome.import')}</Link> : null}
        </div>
      </div>
    </Card>
  );
}
