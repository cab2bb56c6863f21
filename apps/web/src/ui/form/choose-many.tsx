import { Select } from 'antd';
import { useState } from 'react';
import { FormRow } from './form-row.tsx';

interface ChooseManyProps {
  label: string;
  chosen: readonly number[];
  /** Undefined: still on their way. */
  options: readonly { value: number; label: string }[] | undefined;
  /** The server searches; otherwise the options are all there are, and are found by their name. */
  onSearch?: (text: string) => void;
  onChange: (ids: number[]) => void;
  maxTagCount?: number;
}

/** Several of many by name. What was chosen keeps its name when another search brings others. */
export function ChooseMany({ label, chosen, options, onSearch, onChange, maxTagCount }: ChooseManyProps) {
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map());
  const known = new Set(options?.map(({ value }) => value));
  const kept = chosen
    .filter((id) => !known.has(id))
    .map((id) => ({ value: id, label: named.get(id) ?? String(id) }));
  return (
    <FormRow label={label}>
      {(control) => (
        <Select
          {...control}
          mode="multiple"
          maxTagCount={maxTagCount}
          value={[...chosen]}
          options={[...kept, ...(options ?? [])]}
          showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
          onChange={(ids: number[]) => {
            setNamed(
              new Map([...named, ...(options ?? []).map(({ value, label }) => [value, label] as const)]),
            );
            onSearch?.('');
            onChange(ids);
          }}
        />
      )}
    </FormRow>
  );
}
