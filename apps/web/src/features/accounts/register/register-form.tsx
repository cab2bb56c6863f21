import type { OutputOf } from '@sunfleet/api-client';
import { ACCOUNT_TYPES, ADDRESSES } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useDraft } from '../../../lib/draft.ts';
import { useLanguageChoice } from '../../../lib/i18n/use-language-choice.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useSessionStore } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Check, Field } from '../../../ui/form/field.tsx';
import { CodeField } from '../../../parts/accounts/code-field.tsx';
import { readContact } from '../../../parts/accounts/contact.ts';
import { ContactField } from '../entry/contact-field.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { NewPasswordFields, NO_PASSWORD } from '../entry/new-password.tsx';
import { NodeChoice } from '../entry/node-choice.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { OrganisationFields } from './organisation-fields.tsx';
import { emptyDraft, registerBody, registerProblems } from './register-draft.ts';

interface RegisterFormProps {
  legal: OutputOf<'legalVersions'>;
  invite: string;
  onDone: () => void;
}

const SHOWN = ['email', 'mobile', 'validateCode', 'password', 'name', 'userName', 'agreementVersion'];

/** The registration. What was typed stays after a refusal; after a reload everything stays but secrets. */
export function RegisterForm({ legal, invite, onDone }: RegisterFormProps) {
  const { t } = useTranslation('accounts');
  const form = useRegisterForm({ legal, invite, onDone });
  const { draft, change, secrets, setSecrets, strict, error, told } = form;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <Choices
        label={t('register.edition')}
        value={draft.accountType}
        options={ACCOUNT_TYPES.map((key) => ({
          value: key,
          label: t(`register.${key}`),
          hint: t(`register.${key}Hint`),
        }))}
        onChange={(accountType) => change({ accountType })}
      />
      {draft.accountType === 'professional' ? (
        <OrganisationFields draft={draft} onChange={change} strict={strict.all} error={error} withSuperior />
      ) : null}
      <NameFields form={form} />
      <NodeChoice />
      <ContactField
        value={draft.contact}
        onChange={(contact) => change({ contact })}
        strict={strict.contact}
        error={error}
      />
      <CodeField
        contact={readContact(draft.contact)}
        purpose="register"
        value={secrets.validateCode}
        onChange={(validateCode) => setSecrets({ ...secrets, validateCode })}
        onNoContact={form.askContact}
        error={told('validateCode')}
      />
      <NewPasswordFields
        value={secrets}
        onChange={(passwords) => setSecrets({ ...secrets, ...passwords })}
        strict={strict.all}
        told={fieldErrors(error)['password']}
      />
      <Acceptance
        checked={secrets.accepted}
        onChange={(accepted) => setSecrets({ ...secrets, accepted })}
        error={told('accepted')}
      />
      <FormFailure error={error} shown={SHOWN} />
      <Button type="submit" kind="primary" wide busy={form.busy}>
        {t('register.submit')}
      </Button>
    </form>
  );
}

function NameFields({ form: { draft, change, told } }: { form: ReturnType<typeof useRegisterForm> }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Field
        label={t('register.name')}
        autoComplete="name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={told('name')}
      />
      <Field
        label={t('register.userName')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.userName}
        onChange={(event) => change({ userName: event.target.value })}
        error={told('userName')}
      />
    </>
  );
}

interface AcceptanceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error: string | undefined;
}

function Acceptance(props: AcceptanceProps) {
  const { t } = useTranslation('accounts');
  return (
    <div className={styles.code}>
      <Check label={t('register.accept')} {...props} />
      <p className={styles.links}>
        <a href={`#${ADDRESSES.agreement}`} target="_blank" rel="noreferrer">
          {t('register.readAgreement')}
        </a>
        <a href={`#${ADDRESSES.privacy}`} target="_blank" rel="noreferrer">
          {t('register.readPrivacy')}
        </a>
      </p>
    </div>
  );
}

function useRegisterForm({ legal, invite, onDone }: RegisterFormProps) {
  const store = useSessionStore();
  const ruleText = useRuleText();
  const [language] = useLanguageChoice();
  const [draft, setDraft, forget] = useDraft(`register.${invite}`, emptyDraft(invite));
  const [secrets, setSecrets] = useState({ ...NO_PASSWORD, validateCode: '', accepted: false });
  const [strict, setStrict] = useState({ contact: false, all: false });
  const register = useAction('register', {
    quiet: true,
    onDone: (session) => {
      forget();
      onDone();
      store.set(session, false);
    },
  });
  const problems = registerProblems(draft, secrets);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict({ contact: true, all: true });
    if (Object.keys(problems).length > 0) return;
    register.mutate({ body: registerBody(draft, secrets, { legal, language }) });
  };
  return {
    draft,
    change: (part: Partial<typeof draft>) => setDraft({ ...draft, ...part }),
    secrets,
    setSecrets,
    strict,
    askContact: () => setStrict((now) => ({ ...now, contact: true })),
    /** What is wrong with a field: by the rules, once somebody has tried to register, or as the server says. */
    told: (name: 'validateCode' | 'name' | 'userName' | 'accepted') =>
      (strict.all ? ruleText(problems[name]) : undefined) ?? fieldErrors(register.error)[name],
    submit,
    error: register.error,
    busy: register.isPending,
  };
}
