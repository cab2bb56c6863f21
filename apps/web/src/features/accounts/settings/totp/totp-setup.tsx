import type { OutputOf } from '@sunfleet/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../../lib/call/field-errors.ts';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useRuleText } from '../../../../lib/i18n/use-rule-text.ts';
import { CopyButton } from '../../../../ui/copy/copy-button.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { PasswordStep } from '../password-step.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Turns the second factor on: password, secret into the app, a first code, recovery codes into safe keeping. */
export function TotpSetup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const start = useAction('startTotp', { quiet: true });
  const confirm = useAction('confirmTotp', { quiet: true });
  const close = () => {
    void client.invalidateQueries({ queryKey: ['security'] });
    onClose();
  };
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={close} />;
  if (!start.data)
    return (
      <PasswordStep
        action={t('totp.next')}
        busy={start.isPending}
        error={start.error}
        onPassword={(password) => start.mutate({ body: { password } })}
        onClose={onClose}
      />
    );
  return (
    <FirstCode
      secret={start.data}
      confirm={(code) => confirm.mutate({ body: { code } })}
      state={confirm}
      onClose={onClose}
    />
  );
}

interface FirstCodeProps {
  secret: OutputOf<'startTotp'>;
  confirm: (code: string) => void;
  state: Pick<ReturnType<typeof useAction<'confirmTotp'>>, 'isPending' | 'error'>;
  onClose: () => void;
}

function FirstCode({ secret, confirm, state, onClose }: FirstCodeProps) {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const ruleText = useRuleText();
  const [code, setCode] = useState('');
  const [strict, setStrict] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (code) confirm(code);
  };
  return (
    <form className={tabStyles.text} onSubmit={submit} noValidate>
      <p>{t('totp.scan')}</p>
      <div className={styles.qr}>
        <div role="img" aria-label={t('totp.qr')}>
          {/* Cameras need dark on light, also where the page is dark. */}
          <div aria-hidden="true">
            <QRCode value={secret.uri} size={184} color="#000000" bgColor="#ffffff" type="svg" />
          </div>
        </div>
        <div className={tabStyles.form}>
          <p>{t('totp.type')}</p>
          <code className={styles.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <div className={tabStyles.row}>
            <CopyButton text={secret.secret} />
          </div>
        </div>
      </div>
      <div className={tabStyles.form}>
        <Field
          label={words.t('factor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          error={strict && !code ? ruleText('codeEmpty') : fieldErrors(state.error)['code']}
        />
        <FormFailure error={state.error} shown={['code']} />
        <div className={tabStyles.row}>
          <Button type="submit" kind="primary" busy={state.isPending}>
            {t('totp.turnOn')}
          </Button>
          <Button onClick={onClose}>{t('cancelled')}</Button>
        </div>
      </div>
    </form>
  );
}
