import { useId } from 'react';
import styles from './entry.module.css';

interface OptionsProps<V extends string> {
  label: string;
  value: V | undefined;
  options: readonly { value: V; label: string; hint?: string }[];
  onChange: (value: V) => void;
}

/** One of a few, each with a line that says what it means. */
export function Options<V extends string>({ label, value, options, onChange }: OptionsProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <strong>{option.label}</strong>
              {option.hint ? <span className={styles.muted}>{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
