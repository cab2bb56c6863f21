import type { CallError } from '@sunfleet/api-client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';

interface PasswordStepProps {
  /** What happens next, on the button. */
  action: string;
  busy: boolean;
  error: CallError | null;
  onPassword: (password: string) => void;
  onClose: () => void;
}

/** Asks for the password again, so that nobody does this in a browser that was left open. */
export function PasswordStep({ action, busy, error, onPassword, onClose }: PasswordStepProps) {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const [password, setPassword] = useState('');
  const [strict, setStrict] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (password) onPassword(password);
  };
  const missing = strict && !password ? words.t('login.passwordMissing') : undefined;
  return (
    <form className={tabStyles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={words.t('password.current')}
        value={password}
        onChange={setPassword}
        error={missing ?? fieldErrors(error)['password']}
      />
      <FormFailure error={error} shown={['password']} />
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
        <Button onClick={onClose}>{t('cancelled')}</Button>
      </div>
    </form>
  );
}
