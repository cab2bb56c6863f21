import type { InputOf, OutputOf } from '@sunfleet/api-client';
import { type CodePurpose, normalPhone } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { Field } from '../../ui/form/field.tsx';
import { type Contact, contactTextRule } from './contact.ts';
import styles from './code-field.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { useCountdown } from './use-countdown.ts';

interface CodeFieldProps {
  contact: Contact;
  purpose: CodePurpose;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The code cannot be sent: the contact is missing or wrong. */
  onNoContact?: () => void;
}

/** A code of six digits and the button that sends it, again after a minute. */
export function CodeField({ contact, purpose, value, onChange, error, onNoContact }: CodeFieldProps) {
  const { t } = useTranslation('accounts');
  const [left, start] = useCountdown();
  const send = useAction('sendValidateCode', {
    quiet: true,
    onDone: ({ resendAfterSeconds }) => start(resendAfterSeconds),
  });
  const to = Object.values(contact)[0]!;
  const ask = () => {
    if (contactTextRule(to)) onNoContact?.();
    else send.mutate({ body: { ...contact, validateType: purpose } });
  };
  return (
    <div className={styles.code}>
      <Field
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
        error={error}
        end={
          <button type="button" className={styles.send} disabled={left > 0 || send.isPending} onClick={ask}>
            {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
          </button>
        }
      />
      {send.data && send.variables ? (
        <Asked asked={send.variables.body} delivery={send.data.delivery} />
      ) : null}
      <FormFailure error={send.error} />
    </div>
  );
}

interface AskedProps {
  asked: InputOf<'sendValidateCode'>['body'];
  delivery: OutputOf<'sendValidateCode'>['delivery'];
}

/** Purposes for which only existing accounts get a code. The answer does not tell whether the account exists. */
const TO_ACCOUNTS: ReadonlySet<CodePurpose> = new Set(['login', 'resetPassword']);

/** Says how the code was sent and to which contact, as the server understood it. */
function Asked({ asked: { email, mobile, validateType }, delivery }: AskedProps) {
  const { t } = useTranslation('accounts');
  const to = email ?? normalPhone(mobile ?? '');
  const unsent = email ? 'code.noMail' : 'code.noSms';
  const sent = TO_ACCOUNTS.has(validateType) ? 'code.sentIfAccount' : 'code.sent';
  return (
    <p className={styles.hint} role="status">
      {t(delivery === 'outbox' ? unsent : sent, { to })}
    </p>
  );
}
