import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { ChangePasswordForm } from '../password/change-password-form.tsx';
import { PasskeyCard } from './passkeys/passkey-card.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';
import styles from './settings.module.css';
import { TotpCard } from './totp/totp-card.tsx';

/** Password, second factor and passkeys. */
export function SecurityTab() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const security = useCall('security', {});
  const { data } = security;
  return (
    <Loaded loading={security}>
      {data ? (
        <>
          <Card title={t('password.title')}>
            <div className={tabStyles.form}>
              {data.weakPassword ? <p className={tabStyles.warn}>{t('password.weak')}</p> : null}
              {data.passwordChangedAt === null ? null : (
                <p className={styles.muted}>
                  {t('password.changedAt', { date: format.dateTime(data.passwordChangedAt) })}
                </p>
              )}
              <p className={styles.muted}>{t('password.keeps')}</p>
              <ChangePasswordForm onDone={() => showNotice('success', t('password.done'))} />
            </div>
          </Card>
          <TotpCard on={data.totp} left={data.recoveryCodesLeft} />
          <PasskeyCard passkeys={data.passkeys} />
        </>
      ) : null}
    </Loaded>
  );
}
