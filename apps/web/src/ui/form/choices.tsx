import { useId } from 'react';
import styles from './choices.module.css';

interface ChoicesProps<V extends string> {
  label: string;
  /** Undefined: nothing is chosen yet. */
  value: V | undefined;
  options: readonly { value: V; label: string; hint?: string }[];
  onChange: (value: V) => void;
}

/** A choice of one among a few that need a word of explanation each. */
export function Choices<V extends string>({ label, value, options, onChange }: ChoicesProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint ? <span className={styles.hint}>{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
