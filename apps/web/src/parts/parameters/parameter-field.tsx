import type { Parameter } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useParameterWords } from './use-parameter-words.ts';
import { Choice, Field } from '../../ui/form/field.tsx';

interface ParameterFieldProps {
  parameter: Parameter;
  /** Its name where the field does not stand under it. */
  label: string;
  text: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A field in the form of the parameter: a choice, a time, or a number with its range. */
export function ParameterField({ parameter, label, text, error, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('parameters');
  const words = useParameterWords();
  if (parameter.form === 'choice') {
    const options = parameter.choices.map(({ value, word }) => ({
      value: String(value),
      label: words.choiceOf(word),
    }));
    // What the device holds may be none of the choices.
    const known = options.some(({ value }) => value === text) ? [] : [{ value: text, label: text }];
    return (
      <Choice label={label} value={text} options={[...known, ...options]} onChange={onChange} error={error} />
    );
  }
  const { form, min, max, unit } = parameter;
  return (
    <Field
      label={unit === '' ? label : `${label} (${unit})`}
      value={text}
      type={form === 'time' ? 'time' : 'text'}
      inputMode="decimal"
      autoComplete="off"
      hint={form === 'time' ? undefined : t('range', { min, max })}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
