import { deviceAddress, type DeviceEndpoints } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Copied } from '../../../ui/copy/copied.tsx';
import styles from './connect.module.css';

/** Where a stick shows the page of its servers, while somebody is in its own network. */
const PAGE = 'http://10.10.100.254/config_hide.html';

interface StickSettingsProps {
  deviceId: number;
  v5: DeviceEndpoints['v5'];
}

/** What to enter in a logger stick, in the words of the stick's own page, which is in English. */
export function StickSettings({ deviceId, v5 }: StickSettingsProps) {
  const { t } = useTranslation('connect');
  const rows = [
    ['Protocol', <Copied key="protocol" text={v5.tls ? 'TLS' : 'TCP-Client'} />],
    ['Port', <Copied key="port" text={String(v5.port)} />],
    ['Server address', <Copied key="host" text={v5.host} />],
  ] as const;
  return (
    <>
      <p>{t('stick.open', { page: PAGE })}</p>
      <p>{t('stick.enter')}</p>
      <p>
        <b lang="en">Server B</b> {t('stick.or')} <b lang="en">Internal server parameters</b>
      </p>
      <dl className={styles.facts}>
        {rows.map(([word, value]) => (
          <div key={word}>
            <dt lang="en">{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('stick.restart')}</p>
      <p>
        {t('stick.found')}{' '}
        <Link className={styles.link} to={deviceAddress(deviceId)}>
          {t('stick.page')}
        </Link>
      </p>
      <p className={styles.hint}>{t('stick.tlsOnly')}</p>
    </>
  );
}
