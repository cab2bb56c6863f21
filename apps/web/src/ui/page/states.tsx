import type { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type ErrorKey } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureText } from '../../lib/call/failure-text.ts';
import { Button } from '../form/button.tsx';
import styles from './states.module.css';

interface StateProps {
  title?: string;
  /** What to do next. */
  hint?: ReactNode;
  /** Buttons or links that do it. */
  action?: ReactNode;
}

/** There is nothing: says what to do next. */
export function EmptyState({ title, hint, action }: StateProps) {
  const { t } = useTranslation('common');
  return <State title={title ?? t('state.emptyTitle')} hint={hint} action={action} />;
}

/** The filters leave nothing; offers to clear them. */
export function NoMatch({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation('common');
  const clear = onClear ? <Button onClick={onClear}>{t('state.clearFilters')}</Button> : null;
  return <State title={t('state.noMatchTitle')} hint={t('state.noMatchHint')} action={clear} />;
}

interface ErrorStateProps {
  error: CallError;
  onRetry?: () => unknown;
  /** What could not be read. */
  title?: string | undefined;
}

/** A read that failed: what happened, with a button to try again, or a link where another try would not help. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const key = error.error;
  if (key === 'noDataPermission') return <NoPermission />;
  if (isGoneKey(key)) return <Gone of={key} />;
  const retry = onRetry ? <Button onClick={() => onRetry()}>{t('retry')}</Button> : null;
  return (
    <div role="alert">
      <State title={title ?? t('state.errorTitle')} hint={failureText(error, t)} action={retry} />
    </div>
  );
}

/** The list to go back to, by the error that says that something is gone. */
const LISTS = {
  stationNotFound: ADDRESSES.stations,
  deviceNotFound: ADDRESSES.devices,
  alarmNotFound: ADDRESSES.alarms,
  importNotFound: ADDRESSES.imports,
  organisationNotFound: ADDRESSES.organisations,
  roleNotFound: ADDRESSES.roles,
  grantNotFound: ADDRESSES.authorizations,
  labelNotFound: ADDRESSES.labels,
} as const satisfies Partial<Record<ErrorKey, string>>;

type GoneKey = keyof typeof LISTS;
const isGoneKey = (key: ErrorKey | undefined): key is GoneKey => key !== undefined && key in LISTS;

/** The address names something that is gone or closed to this account. Shows the way to the list. */
export function Gone({ of }: { of: GoneKey }) {
  const { t } = useTranslation('common');
  return (
    <div role="alert">
      <State
        title={t('state.goneTitle')}
        hint={t('state.goneHint')}
        action={<Link to={LISTS[of]}>{t('backToList')}</Link>}
      />
    </div>
  );
}

export function NoPermission() {
  const { t } = useTranslation('common');
  return <State title={t('state.noPermissionTitle')} hint={t('state.noPermissionHint')} />;
}

function State({ title, hint, action }: Required<Pick<StateProps, 'title'>> & StateProps) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
