import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useSetAccount } from '../../../parts/accounts/use-set-account.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { NewPasswordFields, newPasswordRule, NO_PASSWORD } from '../entry/new-password.tsx';
import { PasswordField } from '../entry/password-field.tsx';

interface ChangePasswordFormProps {
  onDone?: () => void;
  /** A button as wide as the form, as pages before the product have it. */
  wide?: boolean;
}

/** The present password and the new one twice. Every other session of the account ends. */
export function ChangePasswordForm({ onDone, wide = false }: ChangePasswordFormProps) {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const setAccount = useSetAccount();
  const [old, setOld] = useState('');
  const [passwords, setPasswords] = useState(NO_PASSWORD);
  const [strict, setStrict] = useState(false);
  const change = useAction('changePassword', {
    quiet: true,
    invalidates: ['security', 'listSessions'],
    onDone: () => {
      setOld('');
      setPasswords(NO_PASSWORD);
      setStrict(false);
      setAccount({ mustChangePassword: false, weakPassword: false });
      onDone?.();
    },
  });
  const same = old !== '' && old === passwords.password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (old === '' || same || newPasswordRule(passwords)) return;
    change.mutate({ body: { oldPassword: old, password: passwords.password } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t('password.current')}
        value={old}
        onChange={setOld}
        error={strict && old === '' ? t('login.passwordMissing') : fieldErrors(change.error)['oldPassword']}
      />
      <NewPasswordFields
        value={passwords}
        onChange={setPasswords}
        strict={strict}
        told={same ? ruleText('passwordSame') : fieldErrors(change.error)['password']}
      />
      <FormFailure error={change.error} shown={['oldPassword', 'password']} />
      <div>
        <Button type="submit" kind="primary" wide={wide} busy={change.isPending}>
          {t('password.submit')}
        </Button>
      </div>
    </form>
  );
}
