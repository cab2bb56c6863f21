import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import styles from './form-row.module.css';

/** Why a form was refused; what concerns a field stands at the field as well. */
export function FormFailure({ error }: { error: CallError | null }) {
  const { t } = useTranslation('common');
  if (!error) return null;
  return (
    <p role="alert" className={styles.error}>
      {failureText(error, t)}
    </p>
  );
}
