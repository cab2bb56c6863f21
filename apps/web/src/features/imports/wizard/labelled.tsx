import { type ReactNode, useId } from 'react';
import type { Problem } from './draft-problems.ts';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

/** What the control inside must carry. */
interface ControlProps {
  id: string;
  status: 'error' | '';
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface LabelledProps {
  form: ImportForm;
  label: string;
  hint?: string;
  /** Judged when the field is left. */
  field?: Problem;
  children: (control: ControlProps) => ReactNode;
}

/** A control of the form with its label above, and its error or hint below. */
export function Labelled({ form, label, hint, field, children }: LabelledProps) {
  const id = useId();
  const error = field && form.errorOf(field);
  return (
    <div className={styles.labelled} onBlur={() => field && form.leave(field)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: error ? 'error' : '',
        'aria-describedby': `${id}-note`,
        'aria-invalid': Boolean(error),
      })}
      <p id={`${id}-note`} className={error ? styles.error : styles.note}>
        {error ?? hint}
      </p>
    </div>
  );
}
