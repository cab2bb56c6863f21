import type { InputHTMLAttributes } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import type { StationValues } from './station-values.ts';
import type { StationForm } from './station-form.ts';

interface StationFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  form: StationForm;
  name: Exclude<keyof StationValues, 'type'>;
  label: string;
  hint?: string | undefined;
}

/** A text field of the form. It is judged once it was changed or left. */
export function StationField({ form, name, ...rest }: StationFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...rest}
      value={form.values[name]}
      error={form.errorOf(name)}
      onChange={(event) => form.change({ [name]: event.target.value })}
      onBlur={() => form.leave(name)}
    />
  );
}

/** A field of the form that holds a number. */
export const FigureField = (props: StationFieldProps) => <StationField inputMode="decimal" {...props} />;
