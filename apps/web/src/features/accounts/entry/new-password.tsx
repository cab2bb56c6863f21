import { PASSWORD_MIN_LENGTH, passwordRule, type Rule } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import styles from './entry.module.css';
import { PasswordField } from './password-field.tsx';

/** A new password and its repetition. */
export interface NewPassword {
  password: string;
  repeat: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeat: '' };

/** Which rule the pair breaks first. */
export const newPasswordRule = ({ password, repeat }: NewPassword): Rule | undefined =>
  passwordRule(password) ?? (password === repeat ? undefined : 'passwordsDiffer');

const PARTS = [
  ['length', (text: string) => text.length >= PASSWORD_MIN_LENGTH],
  ['upper', (text: string) => /\p{Lu}/u.test(text)],
  ['lower', (text: string) => /\p{Ll}/u.test(text)],
  ['digit', (text: string) => /\d/.test(text)],
] as const;

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** Shows the errors even though the fields were not left yet, because somebody tried to send the form. */
  strict: boolean;
  /** What the server said of the password. */
  told?: string | undefined;
}

/** New password twice; what the rule asks is ticked off while somebody types. */
export function NewPasswordFields({ value, onChange, strict, told }: NewPasswordFieldsProps) {
  const { t } = useTranslation('accounts');
  const ruleText = useRuleText();
  const [left, setLeft] = useState(false);
  const broken = newPasswordRule(value);
  const differ = broken === 'passwordsDiffer' && (strict || left);
  return (
    <>
      <div className={styles.code}>
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          error={(strict && broken !== 'passwordsDiffer' ? ruleText(broken) : undefined) ?? told}
        />
        <ul className={styles.rules} aria-label={t('password.rule')}>
          {PARTS.map(([key, keeps]) => (
            <Part key={key} name={key} kept={keeps(value.password)} />
          ))}
        </ul>
      </div>
      <PasswordField
        label={t('password.repeat')}
        autoComplete="new-password"
        value={value.repeat}
        onChange={(repeat) => onChange({ ...value, repeat })}
        onBlur={() => setLeft(value.repeat !== '')}
        error={differ ? ruleText('passwordsDiffer') : undefined}
      />
    </>
  );
}

function Part({ name, kept }: { name: (typeof PARTS)[number][0]; kept: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <li data-kept={kept}>
      <span aria-hidden="true">{kept ? '✓' : '○'}</span> {t(`password.${name}`)}
      {kept ? <span className="visually-hidden">{t('password.kept')}</span> : null}
    </li>
  );
}
