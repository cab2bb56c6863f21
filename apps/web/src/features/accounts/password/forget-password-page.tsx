import { ADDRESSES } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useDraft } from '../../../lib/draft.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useLeave } from '../../../lib/session/use-leave.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CodeField } from '../../../parts/accounts/code-field.tsx';
import { contactTextRule, readContact } from '../../../parts/accounts/contact.ts';
import { ContactField } from '../entry/contact-field.tsx';
import { EntryFrame } from '../entry/entry-frame.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { NewPasswordFields, newPasswordRule, NO_PASSWORD } from '../entry/new-password.tsx';
import { NodeChoice } from '../entry/node-choice.tsx';

/** Sets a new password for somebody who proves by a code who they are. */
export function ForgetPasswordPage() {
  const { t } = useTranslation('accounts');
  return (
    <EntryFrame title={t('forgot.title')}>
      <p className={styles.muted}>{t('forgot.hint')}</p>
      <ResetForm />
      <Link to={ADDRESSES.login}>{t('factor.back')}</Link>
    </EntryFrame>
  );
}

function ResetForm() {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const leave = useLeave();
  const [contact, setContact, forget] = useDraft('login.contact', '');
  const [code, setCode] = useState('');
  const [passwords, setPasswords] = useState(NO_PASSWORD);
  const [strict, setStrict] = useState({ contact: false, all: false });
  const reset = useAction('resetPassword', {
    quiet: true,
    onDone: () => {
      forget();
      leave(`${ADDRESSES.login}?note=reset`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict({ contact: true, all: true });
    if (contactTextRule(contact) || code === '' || newPasswordRule(passwords)) return;
    reset.mutate({ body: { ...readContact(contact), validateCode: code, password: passwords.password } });
  };
  const codeMissing = strict.all && code === '' ? ruleText('codeEmpty') : undefined;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NodeChoice />
      <ContactField value={contact} onChange={setContact} strict={strict.contact} error={reset.error} />
      <CodeField
        contact={readContact(contact)}
        purpose="resetPassword"
        value={code}
        onChange={setCode}
        onNoContact={() => setStrict((now) => ({ ...now, contact: true }))}
        error={codeMissing ?? fieldErrors(reset.error)['validateCode']}
      />
      <NewPasswordFields
        value={passwords}
        onChange={setPasswords}
        strict={strict.all}
        told={fieldErrors(reset.error)['password']}
      />
      <FormFailure error={reset.error} shown={['email', 'mobile', 'validateCode', 'password']} />
      <Button type="submit" kind="primary" wide busy={reset.isPending}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
