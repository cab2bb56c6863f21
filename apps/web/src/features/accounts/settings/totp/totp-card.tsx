import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Card } from '../../../../ui/page/card.tsx';
import { PasswordStep } from '../password-step.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';
import { TotpSetup } from './totp-setup.tsx';

interface TotpCardProps {
  on: boolean;
  /** Recovery codes that were not used yet. */
  left: number;
}

/** The second factor: whether it is on, turning it on and off. */
export function TotpCard({ on, left }: TotpCardProps) {
  const { t } = useTranslation('settings');
  const [step, setStep] = useState<'on' | 'off'>();
  const close = () => setStep(undefined);
  const stop = useAction('disableTotp', { quiet: true, invalidates: ['security'], onDone: close });
  return (
    <Card title={t('totp.title')}>
      <div className={tabStyles.text}>
        <p>{t('totp.hint')}</p>
        {on ? (
          <>
            <p className={styles.good}>{t('totp.on')}</p>
            <p className={left < 3 ? tabStyles.warn : styles.muted}>{t('totp.left', { count: left })}</p>
          </>
        ) : null}
        {step === undefined ? (
          <div className={tabStyles.row}>
            <Button kind={on ? 'plain' : 'primary'} onClick={() => setStep(on ? 'off' : 'on')}>
              {t(on ? 'totp.turnOff' : 'totp.turnOn')}
            </Button>
          </div>
        ) : null}
        {step === 'on' ? <TotpSetup onClose={close} /> : null}
        {step === 'off' ? (
          <PasswordStep
            action={t('totp.turnOff')}
            busy={stop.isPending}
            error={stop.error}
            onPassword={(password) => stop.mutate({ body: { password } })}
            onClose={close}
          />
        ) : null}
      </div>
    </Card>
  );
}
