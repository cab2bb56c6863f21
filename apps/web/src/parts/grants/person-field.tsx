import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormRow } from '../../ui/form/form-row.tsx';

interface PersonFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A person by e-mail, phone, user name or code. Nothing shows whom it means before that person accepts. */
export function PersonField({ label, value, onChange, error }: PersonFieldProps) {
  const { t } = useTranslation('grants');
  return (
    <FormRow label={label} hint={t('to.accountHint')} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={254}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormRow>
  );
}
