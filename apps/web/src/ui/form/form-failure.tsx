import type { CallError } from '@sunfleet/api-client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import styles from './form-failure.module.css';

interface FormFailureProps {
  error: CallError | null;
  /** Fields that show their message themselves. Draws nothing where only these were refused. */
  shown?: readonly string[];
  /** What to do about it. */
  hint?: ReactNode;
}

/** Why a form was refused. Made of plain elements: the login loads no component library. */
export function FormFailure({ error, shown, hint }: FormFailureProps) {
  const { t } = useTranslation('common');
  if (!error) return null;
  const left = error.fields.filter(({ path }) => !shown?.includes(path.replace(/^body\./, '')));
  if (error.fields.length > 0 && left.length === 0) return null;
  return (
    <div role="alert" className={styles.failure}>
      <div>{failureText(error, t)}</div>
      {hint ? <div className={styles.hint}>{hint}</div> : null}
    </div>
  );
}
