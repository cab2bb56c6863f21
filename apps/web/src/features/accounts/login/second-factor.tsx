import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useSessionStore } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';

interface SecondFactorProps {
  ticket: string;
  remember: boolean;
  onBack: () => void;
}

/** The second step of a login: the code of an authenticator app, or one of the recovery codes. */
export function SecondFactor({ ticket, remember, onBack }: SecondFactorProps) {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const store = useSessionStore();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [strict, setStrict] = useState(false);
  const finish = useAction('secondFactor', {
    quiet: true,
    onDone: (session) => store.set(session, remember),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (code.trim()) finish.mutate({ body: { ticket, code: code.trim(), remember } });
  };
  const change = () => {
    setRecovery(!recovery);
    setCode('');
    setStrict(false);
    finish.reset();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p className={styles.muted}>{t(recovery ? 'factor.recoveryHint' : 'factor.hint')}</p>
      <Field
        key={String(recovery)}
        label={t(recovery ? 'factor.recovery' : 'factor.code')}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovery ? 32 : 6}
        // The form changes while somebody types, so the new field takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={code}
        onChange={(event) =>
          setCode(recovery ? event.target.value : event.target.value.replaceAll(/\D/g, ''))
        }
        error={strict && !code.trim() ? ruleText('codeEmpty') : undefined}
      />
      <FormFailure error={finish.error} />
      <Button type="submit" kind="primary" wide busy={finish.isPending}>
        {t('login.submit')}
      </Button>
      <Button wide onClick={change}>
        {t(recovery ? 'factor.useApp' : 'factor.useRecovery')}
      </Button>
      <Button kind="quiet" wide onClick={onBack}>
        {t('factor.back')}
      </Button>
    </form>
  );
}
