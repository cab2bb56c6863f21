import { type OfferedPermission, textRule } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../../lib/call/field-errors.ts';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useRuleText } from '../../../../lib/i18n/use-rule-text.ts';
import { useAccount } from '../../../../lib/session/session-context.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { Choice, Field } from '../../../../ui/form/field.tsx';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';
import { isReading, PermissionChoice } from './permission-choice.tsx';

const DAYS = [30, 90, 365] as const;

interface CreateKeyProps {
  /** Gets the text of the key, which the server sends only once. */
  onMade: (key: string) => void;
  onClose: () => void;
}

function useCreateKey(onMade: CreateKeyProps['onMade']) {
  const own = useAccount().permissions;
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [permissions, setPermissions] = useState<readonly OfferedPermission[]>(own.filter(isReading));
  const [strict, setStrict] = useState(false);
  const create = useAction('createApiKey', {
    quiet: true,
    invalidates: ['listApiKeys'],
    onDone: ({ key }) => onMade(key),
  });
  const broken = textRule(name, 'nameEmpty', 64);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (broken || permissions.length === 0) return;
    const expiresInDays = days === '' ? null : Number(days);
    create.mutate({ body: { name: name.trim(), permissions: [...permissions], expiresInDays } });
  };
  return {
    own,
    name,
    setName,
    days,
    setDays,
    permissions,
    setPermissions,
    submit,
    /** What is wrong is told once somebody has tried to make the key. */
    nameBroken: strict ? broken : undefined,
    noPermission: strict && permissions.length === 0,
    busy: create.isPending,
    error: create.error,
  };
}

/** Name, end and permissions of a new key. It can get only permissions that the account holds. */
export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const { t } = useTranslation('settings');
  const ruleText = useRuleText();
  const form = useCreateKey(onMade);
  const { error } = form;
  return (
    <form className={`${tabStyles.tab} ${styles.wide}`} onSubmit={form.submit} noValidate>
      <div className={styles.fields}>
        <Field
          label={t('keys.name')}
          value={form.name}
          maxLength={64}
          onChange={(event) => form.setName(event.target.value)}
          error={ruleText(form.nameBroken) ?? fieldErrors(error)['name']}
        />
        <Choice
          label={t('keys.expiry')}
          value={form.days}
          options={[
            ...DAYS.map((count) => ({ value: String(count), label: t('keys.days', { count }) })),
            { value: '', label: t('keys.forever') },
          ]}
          onChange={form.setDays}
        />
      </div>
      <PermissionChoice own={form.own} value={form.permissions} onChange={form.setPermissions} />
      {form.noPermission ? (
        <p className={tabStyles.wrong} role="alert">
          {t('keys.noPermission')}
        </p>
      ) : null}
      <FormFailure error={error} shown={['name']} />
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('keys.create')}
        </Button>
        <Button onClick={onClose}>{t('cancelled')}</Button>
      </div>
    </form>
  );
}
