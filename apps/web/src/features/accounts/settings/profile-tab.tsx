import { type Account, textRule, userNameRule } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useSetAccount } from '../../../parts/accounts/use-set-account.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Card } from '../../../ui/page/card.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ContactForm } from './contact-form.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';
import styles from './settings.module.css';

/** Name and contacts of the account. */
export function ProfileTab() {
  const { t } = useTranslation('settings');
  const account = useAccount();
  return (
    <>
      <Card title={t('profile.who')}>
        <NameForm account={account} />
      </Card>
      <Card title={t('profile.email')}>
        <ContactForm kind="email" present={account.email} />
      </Card>
      <Card title={t('profile.mobile')}>
        <ContactForm kind="mobile" present={account.mobile} />
      </Card>
    </>
  );
}

function NameForm({ account }: { account: Account }) {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const roles = useTranslation('common');
  const ruleText = useRuleText();
  const setAccount = useSetAccount();
  const [name, setName] = useState(account.name);
  const [userName, setUserName] = useState(account.userName ?? '');
  const save = useAction('updateInfo', {
    quiet: true,
    onDone: (changed) => {
      setAccount(changed);
      showNotice('success', t('saved'));
    },
  });
  const broken = {
    name: textRule(name, 'nameEmpty'),
    userName: userName.trim() ? userNameRule(userName.trim()) : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (broken.name || broken.userName) return;
    const wanted = userName.trim() || null;
    save.mutate({
      body: { name: name.trim(), ...(wanted === account.userName ? {} : { userName: wanted }) },
    });
  };
  const role = account.roleName ?? roles.t(`account.role.${account.role}`);
  return (
    <form className={tabStyles.form} onSubmit={submit} noValidate>
      <p className={styles.muted}>
        {account.organisation
          ? `${role} · ${account.organisation.name} (${account.organisation.code})`
          : role}
      </p>
      <Field
        label={words.t('register.name')}
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={ruleText(broken.name) ?? fieldErrors(save.error)['name']}
      />
      <Field
        label={words.t('register.userName')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={userName}
        onChange={(event) => setUserName(event.target.value)}
        error={ruleText(broken.userName) ?? fieldErrors(save.error)['userName']}
      />
      <FormFailure error={save.error} shown={['name', 'userName']} />
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
