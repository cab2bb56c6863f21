import { type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** What is wrong, in words that say what is right. */
  error?: string | undefined;
}

/** Several lines of text: label above, error below, as `Field`. */
export function TextArea({ label, error, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame} data-wrong={Boolean(error)}>
        <textarea
          rows={3}
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
