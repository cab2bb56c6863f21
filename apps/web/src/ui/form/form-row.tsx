import { type ReactNode, useId } from 'react';
import styles from './form-row.module.css';

/** What the control inside must carry. */
interface RowControl {
  id: string;
  status: 'error' | '';
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FormRowProps {
  label: string;
  /** A hint below the control. An error takes its place. */
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: RowControl) => ReactNode;
}

/** A control with its label above, and its error or hint below. Screen readers read them too. */
export function FormRow({ label, hint, error, children }: FormRowProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: error ? 'error' : '',
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': Boolean(error),
      })}
      {note ? (
        <div id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </div>
      ) : null}
    </div>
  );
}

/** Several controls under one name: `fieldset` and `legend`. */
export function FormGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
