import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import styles from './entry.module.css';

interface FailureProps {
  error: CallError | null;
  /** Fields of the body whose message stands beside them already. */
  shown?: readonly string[];
}

/** Why a form was refused. Silent where each message stands at its field. */
export function Failure({ error, shown }: FailureProps) {
  const { t } = useTranslation('common');
  if (!error) return null;
  const left = error.fields.filter(({ path }) => !shown?.includes(path.replace(/^body\./, '')));
  if (error.fields.length > 0 && left.length === 0) return null;
  return (
    <p className={styles.failure} role="alert">
      {failureText(error, t)}
    </p>
  );
}
