import { emailRule, phoneRule } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useSetAccount } from '../../../parts/accounts/use-set-account.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { CodeField } from '../../../parts/accounts/code-field.tsx';
import type { Contact } from '../../../parts/accounts/contact.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';

interface ContactFormProps {
  kind: 'email' | 'mobile';
  present: string | null;
}

/** The present e-mail or phone, and its replacement by a code sent to the new one. */
export function ContactForm({ kind, present }: ContactFormProps) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  return (
    <div className={tabStyles.form}>
      <div className={tabStyles.row}>
        <span>{present ?? t('profile.none')}</span>
        {open ? null : (
          <Button onClick={() => setOpen(true)}>{t(present ? 'profile.change' : 'profile.add')}</Button>
        )}
      </div>
      {open ? <NewContact kind={kind} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function NewContact({ kind, onClose }: { kind: ContactFormProps['kind']; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const ruleText = useRuleText();
  const setAccount = useSetAccount();
  const [value, setValue] = useState('');
  const [code, setCode] = useState('');
  const [strict, setStrict] = useState({ value: false, code: false });
  const save = useAction('updateInfo', {
    quiet: true,
    onDone: (changed) => {
      setAccount(changed);
      showNotice('success', t('saved'));
      onClose();
    },
  });
  const broken = (kind === 'email' ? emailRule : phoneRule)(value.trim());
  const contact = { [kind]: value.trim() } as Contact;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict({ value: true, code: true });
    if (!broken && code) save.mutate({ body: { ...contact, validateCode: code } });
  };
  const codeMissing = strict.code && !code ? ruleText('codeEmpty') : undefined;
  return (
    <form className={tabStyles.form} onSubmit={submit} noValidate>
      <Field
        label={t(kind === 'email' ? 'profile.newEmail' : 'profile.newMobile')}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={strict.value && broken ? ruleText(broken) : fieldErrors(save.error)[kind]}
      />
      <CodeField
        contact={contact}
        purpose="changeContact"
        value={code}
        onChange={setCode}
        onNoContact={() => setStrict((now) => ({ ...now, value: true }))}
        error={codeMissing ?? fieldErrors(save.error)['validateCode']}
      />
      <FormFailure error={save.error} shown={[kind, 'validateCode']} />
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancelled')}</Button>
      </div>
    </form>
  );
}
