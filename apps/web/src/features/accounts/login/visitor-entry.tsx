import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useSessionStore } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../entry/entry.module.css';

/** A look around without an account. */
export function VisitorEntry() {
  const { t } = useTranslation('accounts');
  const hint = useId();
  const store = useSessionStore();
  const visit = useAction('visitor', { onDone: (session) => store.set(session, false) });
  return (
    <div className={styles.visitor}>
      <Button wide busy={visit.isPending} onClick={() => visit.mutate({})} aria-describedby={hint}>
        {t('login.visitor')}
      </Button>
      <p id={hint} className={styles.hint}>
        {t('login.visitorHint')}
      </p>
    </div>
  );
}
