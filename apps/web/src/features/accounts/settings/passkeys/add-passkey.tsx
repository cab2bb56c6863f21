import { CallError } from '@sunfleet/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../../lib/call/call-context.tsx';
import { fieldErrors } from '../../../../lib/call/field-errors.ts';
import { useRuleText } from '../../../../lib/i18n/use-rule-text.ts';
import { makePasskey } from '../../passkeys.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../entry/password-field.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';

/** Name and password, then the browser makes the passkey. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const words = useTranslation('accounts');
  const ruleText = useRuleText();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [strict, setStrict] = useState(false);
  const add = useAddPasskey(onClose);
  const error = add.error instanceof CallError ? add.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStrict(true);
    if (name.trim() && password) add.mutate({ name: name.trim(), password });
  };
  return (
    <form className={tabStyles.form} onSubmit={submit} noValidate>
      <Field
        label={t('passkey.name')}
        hint={t('passkey.nameHint')}
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.target.value)}
        error={strict && !name.trim() ? ruleText('nameEmpty') : fieldErrors(error)['name']}
      />
      <PasswordField
        label={words.t('password.current')}
        value={password}
        onChange={setPassword}
        error={strict && !password ? words.t('login.passwordMissing') : fieldErrors(error)['password']}
      />
      <FormFailure error={error} shown={['name', 'password']} />
      {add.error && !error ? (
        <p className={tabStyles.wrong} role="alert">
          {t('passkey.stopped')}
        </p>
      ) : null}
      <div className={tabStyles.row}>
        <Button type="submit" kind="primary" busy={add.isPending}>
          {t('passkey.add')}
        </Button>
        <Button onClick={onClose}>{t('cancelled')}</Button>
      </div>
    </form>
  );
}

function useAddPasskey(onDone: () => void) {
  const call = useCallFunction();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const { ceremonyId, options } = await call('startPasskey', { body: { password } }, { quiet: true });
      const response = await makePasskey(options);
      return call('addPasskey', { body: { ceremonyId, response, name } }, { quiet: true });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['security'] });
      onDone();
    },
  });
}
