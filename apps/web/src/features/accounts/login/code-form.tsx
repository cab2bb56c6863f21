import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useDraft } from '../../../lib/draft.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CodeField } from '../../../parts/accounts/code-field.tsx';
import { contactTextRule, readContact } from '../../../parts/accounts/contact.ts';
import { ContactField } from '../entry/contact-field.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { NodeChoice } from '../entry/node-choice.tsx';
import { useLoginResult } from './use-login-result.ts';

interface CodeFormProps {
  remember: boolean;
  onTicket: (ticket: string) => void;
  children: ReactNode;
}

/** E-mail or phone and the code that was sent there. The node comes first: it sends the code. */
export function CodeForm({ remember, onTicket, children }: CodeFormProps) {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const [contact, setContact, forgetContact] = useDraft('login.contact', '');
  const [code, setCode] = useState('');
  const [strict, setStrict] = useState({ contact: false, code: false });
  const onResult = useLoginResult(remember, onTicket);
  const login = useAction('loginByCode', {
    quiet: true,
    onDone: (result) => {
      forgetContact();
      onResult(result);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict({ contact: true, code: true });
    if (contactTextRule(contact) || code === '') return;
    login.mutate({ body: { ...readContact(contact), validateCode: code, remember } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NodeChoice />
      <ContactField value={contact} onChange={setContact} strict={strict.contact} error={login.error} />
      <CodeField
        contact={readContact(contact)}
        purpose="login"
        value={code}
        onChange={setCode}
        onNoContact={() => setStrict((now) => ({ ...now, contact: true }))}
        error={strict.code && code === '' ? ruleText('codeEmpty') : fieldErrors(login.error)['validateCode']}
      />
      {children}
      <FormFailure error={login.error} shown={['email', 'mobile', 'validateCode']} />
      <Button type="submit" kind="primary" wide busy={login.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
