import { ADDRESSES, joinAddress } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { loginAddress } from '../../../lib/session/come-back.ts';
import { useSession } from '../../../lib/session/session-context.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { EntryFrame } from '../entry/entry-frame.tsx';
import { RegisterForm } from './register-form.tsx';

/** With the code of an invitation in the address or without: makes an account and goes on to the first steps. */
export function RegisterPage() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const session = useSession();
  const [done, setDone] = useState(false);
  const legal = useCall('legalVersions', {}, { enabled: !session });
  const invite = search.get('invite') ?? '';
  if (session)
    return (
      <Navigate to={done ? ADDRESSES.welcome : invite ? joinAddress(invite) : ADDRESSES.start} replace />
    );
  return (
    <EntryFrame title={t('register.title')}>
      {legal.error ? <ErrorState error={legal.error} onRetry={legal.refetch} /> : null}
      {legal.data ? (
        // The link of another invitation may be opened in a tab that already shows this page. It gets a form of its own.
        <RegisterForm key={invite} legal={legal.data} invite={invite} onDone={() => setDone(true)} />
      ) : null}
      <Link to={loginAddress(invite ? joinAddress(invite) : ADDRESSES.start)}>
        {t('register.haveAccount')}
      </Link>
    </EntryFrame>
  );
}
