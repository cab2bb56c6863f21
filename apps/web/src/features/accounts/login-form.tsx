import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useDraft } from '../../lib/draft.ts';
import { useSessionStore } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './login.module.css';
import { NodeChoice } from './node-choice.tsx';
import { PasswordField } from './password-field.tsx';

/** Account and password; what is typed stays when the answer is no. */
export function LoginForm() {
  const { t } = useTranslation('accounts');
  const store = useSessionStore();
  const [account, setAccount, forgetAccount] = useDraft('login.account', '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [left, setLeft] = useState({ account: false, password: false });
  const login = useAction('login', {
    quiet: true,
    onDone: (result) => {
      if (!('token' in result)) return;
      forgetAccount();
      store.set(result, remember);
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
      <NodeChoice />
      <label className={styles.remember}>
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        {t('login.remember')}
      </label>
      <Failure error={login.error} />
      <Button type="submit" kind="primary" wide busy={login.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

function Failure({ error }: { error: Error | null }) {
  const { t } = useTranslation('common');
  return error ? (
    <p className={styles.failure} role="alert">
      {failureText(error, t)}
    </p>
  ) : null;
}
