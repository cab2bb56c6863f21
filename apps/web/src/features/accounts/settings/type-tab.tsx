import { ADDRESSES } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useLeave } from '../../../lib/session/use-leave.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import { NO_ORGANISATION, organisationBody, organisationRule } from '../register/organisation-draft.ts';
import { OrganisationFields } from '../register/organisation-fields.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';

/** The other edition of the account; every session ends with the switch. */
export function TypeTab() {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const { accountType } = useAccount();
  return (
    <Card title={t('type.title')}>
      <div className={tabStyles.form}>
        <p>
          {t('type.present')} <strong>{words.t(`register.${accountType}`)}</strong>
        </p>
        <p className={tabStyles.warn}>
          {t(accountType === 'personal' ? 'type.toProfessional' : 'type.toPersonal')}
        </p>
        <SwitchForm to={accountType === 'personal' ? 'professional' : 'personal'} />
      </div>
    </Card>
  );
}

function SwitchForm({ to }: { to: 'personal' | 'professional' }) {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const leave = useLeave();
  const [draft, setDraft] = useState(NO_ORGANISATION);
  const [password, setPassword] = useState('');
  const [strict, setStrict] = useState(false);
  const change = useAction('switchAccountType', {
    quiet: true,
    onDone: () => leave(`${ADDRESSES.login}?note=again`),
  });
  const founding = to === 'professional';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (!password || (founding && organisationRule(draft))) return;
    change.mutate({ body: { accountType: to, password, ...(founding ? organisationBody(draft) : {}) } });
  };
  const missing = strict && !password ? words.t('login.passwordMissing') : undefined;
  return (
    <form className={tabStyles.form} onSubmit={submit} noValidate>
      {founding ? (
        <OrganisationFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          strict={strict}
          error={change.error}
        />
      ) : null}
      <PasswordField
        label={words.t('password.current')}
        value={password}
        onChange={setPassword}
        error={missing ?? fieldErrors(change.error)['password']}
      />
      <FormFailure error={change.error} shown={['password', 'organization.name', 'inviteCode']} />
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={change.isPending}>
          {t('type.submit')}
        </Button>
      </div>
    </form>
  );
}
