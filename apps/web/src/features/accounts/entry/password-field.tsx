import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import styles from './entry.module.css';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The plain "Password" where none is given. */
  label?: string;
  error?: string | undefined;
  autoComplete?: 'current-password' | 'new-password';
  onBlur?: () => void;
}

/** A password, hidden unless its owner wants to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('accounts');
  const [seen, setSeen] = useState(false);
  const label = t(seen ? 'login.hidePassword' : 'login.showPassword');
  return (
    <Field
      label={props.label ?? t('login.password')}
      type={seen ? 'text' : 'password'}
      autoComplete={props.autoComplete ?? 'current-password'}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      error={props.error}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={label}
          title={label}
          onClick={() => setSeen(!seen)}
        >
          <svg
            viewBox="0 0 20 20"
            width="20"
            height="20"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
          >
            <path strokeWidth="1.5" d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5Z" />
            <circle strokeWidth="1.5" cx="10" cy="10" r="2.4" />
            {seen ? null : <path strokeWidth="1.5" d="M3.5 16.5l13-13" />}
          </svg>
        </button>
      }
    />
  );
}
