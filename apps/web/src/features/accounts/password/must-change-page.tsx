import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { comeBack } from '../../../lib/session/come-back.ts';
import { useSession } from '../../../lib/session/session-context.tsx';
import { useSignOut } from '../../../parts/accounts/use-sign-out.ts';
import { Button } from '../../../ui/form/button.tsx';
import { EntryFrame } from '../entry/entry-frame.tsx';
import styles from '../entry/entry.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The only page for somebody who signed in with a password that an administrator gave. */
export function MustChangePage() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const session = useSession();
  const signOut = useSignOut();
  if (!session) return <Navigate to={ADDRESSES.login} replace />;
  if (!session.account.mustChangePassword) return <Navigate to={comeBack(search.get('from'))} replace />;
  return (
    <EntryFrame title={t('mustChange.title')}>
      <p className={styles.muted}>{t('mustChange.hint')}</p>
      <ChangePasswordForm wide />
      <Button kind="quiet" wide onClick={signOut}>
        {t('mustChange.signOut')}
      </Button>
    </EntryFrame>
  );
}
