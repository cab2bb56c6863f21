import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { decimalMark, shownNumber } from '../../lib/form/shown-number.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is wrong, in words that say what is right. */
  error?: string | undefined;
  /** What belongs in, below the frame; an error takes its place. */
  hint?: string | undefined;
  /** Inside the frame, at the end: a button. */
  end?: ReactNode;
}

/** A light text field: label above, error below, both told to screen readers. A decimal number has the page's decimal mark. */
export function Field({ label, error, hint, end, ...rest }: FieldProps) {
  const id = useId();
  const language = useLanguage();
  const isNumber = rest.inputMode === 'decimal' && rest.type !== 'time';
  const value =
    isNumber && typeof rest.value === 'string' ? shownNumber(rest.value, decimalMark(language)) : rest.value;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame} data-wrong={Boolean(error)}>
        <input
          {...rest}
          value={value}
          id={id}
          className={styles.input}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error || hint ? `${id}-below` : rest['aria-describedby']}
        />
        {end}
      </div>
      {error || hint ? (
        <p id={`${id}-below`} className={error ? styles.error : styles.hint}>
          {error || hint}
        </p>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** The label is for screen readers only. */
  bare?: boolean;
  /** What is wrong, in words that say what is right. */
  error?: string | undefined;
}

/** A light choice of one: the browser's own select, at home on every device. */
export function Choice({ label, value, options, onChange, bare = false, error }: ChoiceProps) {
  const id = useId();
  return (
    <div className={bare ? styles.bare : styles.field}>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface CheckProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
}

/** A light checkbox with its words beside it. */
export function Check({ label, checked, onChange, error }: CheckProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
