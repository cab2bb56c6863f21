import { CallError } from '@sunfleet/api-client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import { browserHasPasskeys, signWithPasskey } from '../passkeys.ts';

interface StepUpDialogProps {
  onProven: () => void;
  onClose: () => void;
}

/** Asks again who holds the session: by password, by the code of the authenticator app where there is one, or by a passkey. */
export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  const { t } = useTranslation('accounts');
  const [by, setBy] = useState<'password' | 'code'>('password');
  const [text, setText] = useState('');
  const { data } = useCall('security', {});
  const check = useAction('checkAccount', { quiet: true, onDone: onProven });
  const change = () => {
    setBy(by === 'password' ? 'code' : 'password');
    setText('');
    check.reset();
  };
  const told = fieldErrors(check.error)[by];
  return (
    <ActionDialog
      title={t('stepUp.title')}
      okText={t('stepUp.submit')}
      busy={check.isPending}
      disabled={text.trim() === ''}
      error={told ? null : check.error}
      onOk={() => check.mutate({ body: by === 'password' ? { password: text } : { code: text.trim() } })}
      onClose={onClose}
    >
      <p>{t('stepUp.hint')}</p>
      {by === 'password' ? (
        <PasswordField label={t('password.current')} value={text} onChange={setText} error={told} />
      ) : (
        <Field
          label={t('factor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={text}
          onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
          error={told}
        />
      )}
      {data?.totp ? (
        <Button onClick={change}>{t(by === 'password' ? 'factor.useApp' : 'stepUp.usePassword')}</Button>
      ) : null}
      {data && data.passkeys.length > 0 && browserHasPasskeys() ? <PasskeyStep onProven={onProven} /> : null}
    </ActionDialog>
  );
}

function PasskeyStep({ onProven }: Pick<StepUpDialogProps, 'onProven'>) {
  const { t } = useTranslation('accounts');
  const call = useCallFunction();
  const check = useMutation({
    mutationFn: async () => {
      const { ceremonyId, options } = await call('startPasskeyLogin', {}, { quiet: true });
      const response = await signWithPasskey(options);
      await call('checkAccount', { body: { passkey: { ceremonyId, response } } }, { quiet: true });
    },
    onSuccess: onProven,
  });
  const { error } = check;
  return (
    <>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        {t('stepUp.usePasskey')}
      </Button>
      {error instanceof CallError ? <FormFailure error={error} /> : null}
      {error && !(error instanceof CallError) ? <p role="alert">{t('login.passkeyStopped')}</p> : null}
    </>
  );
}
