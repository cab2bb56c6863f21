import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { readCondition } from './rule-draft.ts';

interface ConditionFieldProps {
  label: string;
  value: string;
  /** It has to be filled. */
  required?: boolean;
  onChange: (text: string) => void;
}

/** A condition, read as it is typed; what is wrong is told with its place. */
export function ConditionField({ label, value, required = false, onChange }: ConditionFieldProps) {
  const { t } = useTranslation('alarm-rules');
  const read = readCondition(value);
  const fault = read && 'fault' in read ? read : undefined;
  const told =
    fault &&
    (fault.text === '' ? t(`fault.${fault.fault}`) : t('at', { ...fault, fault: t(`fault.${fault.fault}`) }));
  return (
    <TextArea
      label={label}
      value={value}
      rows={2}
      spellCheck={false}
      required={required}
      error={told}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
