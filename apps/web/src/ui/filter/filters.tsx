import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTyped } from '../../lib/use-typed.ts';
import { Field } from '../form/field.tsx';
import styles from './filter.module.css';

/** Filters in a row over a list. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface SearchFilterProps {
  /** What is searched for: shown while empty, and the name for screen readers. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** Shows only what contains a text. The arrow down and Enter go on to the first row of the list. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  const [typed, type] = useTyped(value, onChange);
  return (
    <Input.Search
      className={styles.search}
      allowClear
      value={typed}
      placeholder={label}
      aria-label={label}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
        const row = document.querySelector<HTMLElement>('[data-table] [data-row]');
        if (!row) return;
        event.preventDefault();
        row.focus();
      }}
    />
  );
}

/** Shows only what contains a text in one of its fields. */
export function TextFilter({ label, value, onChange }: SearchFilterProps) {
  const [typed, type] = useTyped(value, onChange);
  return (
    <Field
      label={label}
      type="search"
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}

interface ManyFilterProps<Value extends string> {
  label: string;
  values: readonly Value[];
  textOf: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Shows only what is one of the chosen. */
export function ManyFilter<Value extends string>(props: ManyFilterProps<Value>) {
  const { label, values, textOf, chosen, onChange } = props;
  return (
    <Select<Value[]>
      className={styles.many}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={label}
      aria-label={label}
      value={[...chosen]}
      options={values.map((value) => ({ value, label: textOf(value) }))}
      onChange={onChange}
    />
  );
}
