import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { useSetAccount } from '../../parts/accounts/use-set-account.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';
import styles from './header.module.css';

/** While a cancellation waits: when the account is erased, and the way to keep it. */
export function CancellationNote() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const setAccount = useSetAccount();
  const { erasedAt } = useAccount();
  const keep = useAction('keepAccount', {
    invalidates: ['getCancellation'],
    onDone: () => {
      setAccount({ erasedAt: null });
      showNotice('success', t('account.kept'));
    },
  });
  if (erasedAt === null) return null;
  return (
    <div className={styles.erased} role="alert">
      <span>{t('account.erased', { date: format.dateTime(erasedAt) })}</span>
      <button type="button" className={styles.keep} disabled={keep.isPending} onClick={() => keep.mutate({})}>
        {t('account.keep')}
      </button>
    </div>
  );
}
