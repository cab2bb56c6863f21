import type { CallError } from '@sunfleet/api-client';
import type { Rule } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorFields, fieldErrors } from '../call/field-errors.ts';

export type FieldRules<V> = { [K in keyof V]?: (value: V[K], values: V) => Rule | undefined };

interface FieldsOptions<V extends object> {
  initial: V;
  /** Rules that can be checked while somebody types. */
  rules?: FieldRules<V>;
  /** The last refusal of the server. */
  error: CallError | null;
  /** Refusals that belong to one field. */
  byKey?: ErrorFields;
}

/**
 * Values of a small form. A field is judged once it was changed or left; the server's words stand at their field until its value
 * changes. Nothing that was typed is lost by a refusal.
 */
export function useFields<V extends object>({ initial, rules = {}, error, byKey = {} }: FieldsOptions<V>) {
  const { t } = useTranslation('rules');
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set());
  const [sent, setSent] = useState<V>();
  const ofServer = fieldErrors(error, byKey);
  const names = Object.keys(initial) as (keyof V & string)[];
  const broken = (name: keyof V) => rules[name]?.(values[name], values);
  const placed = Object.keys(ofServer).some((name) => names.includes(name as keyof V & string));

  const touchAll = (some: readonly (keyof V)[]) => setTouched((before) => new Set([...before, ...some]));
  const put = (part: Partial<V>) => {
    setValues((before) => ({ ...before, ...part }));
    touchAll(Object.keys(part) as (keyof V)[]);
  };
  const errorOf = (name: keyof V & string): string | undefined => {
    const rule = touched.has(name) ? broken(name) : undefined;
    if (rule) return t(rule);
    return sent && sent[name] === values[name] ? ofServer[name] : undefined;
  };
  return {
    values,
    set: <K extends keyof V>(name: K, value: V[K]) => {
      setValues((before) => ({ ...before, [name]: value }));
      touchAll([name]);
    },
    /** The same of several at once. */
    put,
    leave: (name: keyof V) => touchAll([name]),
    /** Judges some fields at once; answers whether they are right. */
    check: (some: readonly (keyof V)[]): boolean => {
      touchAll(some);
      return !some.some(broken);
    },
    errorOf,
    /** Whether a field says what is wrong with it. */
    faulty: names.some((name) => errorOf(name) !== undefined),
    /** The refusal, where no field of the form says it. */
    rest: placed ? null : error,
    /** The values to send; undefined when one of them breaks a rule, which is shown from then on. */
    submit: (): V | undefined => {
      setTouched(new Set(names));
      setSent(values);
      return names.some(broken) ? undefined : values;
    },
  };
}
