import type { CallError } from '@sunfleet/api-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { contactTextRule } from '../../../parts/accounts/contact.ts';

interface ContactFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Shows the error even though the field was not left yet, because somebody tried to send the form. */
  strict: boolean;
  error?: CallError | null;
}

/** One field for e-mail or phone. */
export function ContactField({ value, onChange, strict, error = null }: ContactFieldProps) {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const [left, setLeft] = useState(false);
  const told = fieldErrors(error)['email'] ?? fieldErrors(error)['mobile'];
  return (
    <Field
      label={t('contact')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setLeft(value.trim() !== '')}
      error={strict || left ? (ruleText(contactTextRule(value)) ?? told) : told}
    />
  );
}
