import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form/field.tsx';

interface ClaimCodeFieldProps {
  value: string;
  /** The server asked for it just now, so that the next thing to do is to type it. */
  autoFocus?: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The claim code that a device shows, with where to find it. */
export function ClaimCodeField({ value, autoFocus = false, error, onChange }: ClaimCodeFieldProps) {
  const { t } = useTranslation('devices');
  return (
    <Field
      label={t('add.claimCode')}
      value={value}
      // Room for hyphens and spaces.
      maxLength={20}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={autoFocus}
      hint={t('add.claimHint')}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
