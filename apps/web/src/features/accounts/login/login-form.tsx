import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useDraft } from '../../../lib/draft.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import { useLoginResult } from './use-login-result.ts';

interface LoginFormProps {
  remember: boolean;
  /** The password was right; a second factor is asked for. */
  onTicket: (ticket: string) => void;
  /** Fields that every way to sign in has. They stand above the button. */
  children: ReactNode;
}

/** Account and password. What was typed stays in the fields after a refusal. */
export function LoginForm({ remember, onTicket, children }: LoginFormProps) {
  const { t } = useTranslation('accounts');
  const [account, setAccount, forgetAccount] = useDraft('login.account', '');
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState({ account: false, password: false });
  const onResult = useLoginResult(remember, onTicket);
  const login = useAction('login', {
    quiet: true,
    onDone: (result) => {
      forgetAccount();
      onResult(result);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft({ account: true, password: true });
    if (account.trim() && password) login.mutate({ body: { account: account.trim(), password, remember } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('login.account')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        onBlur={() => account && setLeft((now) => ({ ...now, account: true }))}
        error={left.account && !account.trim() ? t('login.accountMissing') : undefined}
      />
      <PasswordField
        value={password}
        onChange={setPassword}
        error={left.password && !password ? t('login.passwordMissing') : undefined}
      />
      {children}
      <FormFailure error={login.error} />
      <Button type="submit" kind="primary" wide busy={login.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
