import { Modal } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useSessionStore } from '../../lib/session/session-context.tsx';

interface LeaveGuardProps {
  /** Something was typed that is not sent. */
  active: boolean;
  /** The page is left for good. */
  onLeave: () => void;
  /** What is lost then; where it is left out, what was typed. */
  text?: string;
}

/** Asks before a page with unsent input is left. It does not ask at a sign-out or when the session ends, because drafts are kept then. */
export function LeaveGuard({ active, onLeave, text }: LeaveGuardProps) {
  const { t } = useTranslation('common');
  const store = useSessionStore();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && store.get() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (store.get()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active, store]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      open
      title={t('leave.title')}
      okText={t('leave.go')}
      cancelText={t('leave.stay')}
      onOk={() => {
        onLeave();
        blocker.proceed();
      }}
      onCancel={() => blocker.reset()}
    >
      <p>{text ?? t('leave.text')}</p>
    </Modal>
  );
}
