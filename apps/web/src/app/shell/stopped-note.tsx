import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import styles from './header.module.css';

const LOOK_MS = 20_000;

/** Tells those who could send commands that these are stopped, and why. It asks at once, unlike the other notes: nobody should press a button that is stopped. */
export function StoppedNote() {
  const { t } = useTranslation('common');
  const { visitor } = useAccount();
  const { data } = useCall('listStoppedCommands', {}, { enabled: !visitor, refetchMs: LOOK_MS });
  return (data ?? []).map(({ organisation, reason }) => (
    <p key={organisation?.id ?? 'platform'} className={styles.erased} role="alert">
      {organisation
        ? t('stopped.organisation', { name: organisation.name, reason })
        : t('stopped.platform', { reason })}
    </p>
  ));
}
