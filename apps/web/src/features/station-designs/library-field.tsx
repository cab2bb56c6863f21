import type { Component, ComponentKind } from '@sunfleet/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Field } from '../../ui/form/field.tsx';
import styles from './design.module.css';

const SHORTEST = 2;
const LONGEST = 64;

interface LibraryFieldProps {
  kind: ComponentKind;
  label: string;
  value: string;
  /** Whether it was chosen from the library. */
  chosen: boolean;
  error: string | undefined;
  onType: (name: string) => void;
  onChoose: (name: string, component: Component) => void;
  onLeave: () => void;
}

/** The name of a module or an inverter: typed, or chosen from what the library has of it. */
export function LibraryField({
  kind,
  label,
  value,
  chosen,
  error,
  onType,
  onChoose,
  onLeave,
}: LibraryFieldProps) {
  const { t } = useTranslation('station-designs');
  const list = useId();
  const [typed, setTyped] = useState('');
  const q = useDelayed(typed.trim(), 200);
  const found = useCall(
    'listComponents',
    { query: { kind, q, page: 1, pageSize: 20 } },
    { enabled: q.length >= SHORTEST },
  );
  const rows = found.data?.rows ?? [];
  const type = (name: string) => {
    setTyped(name);
    const component = rows.find((row) => nameOf(row) === name);
    if (component) onChoose(name, component);
    else onType(name);
  };
  return (
    <div className={styles.wide}>
      <Field
        label={label}
        autoComplete="off"
        list={list}
        maxLength={LONGEST}
        value={value}
        hint={t(chosen ? 'hint.modelChosen' : 'hint.model')}
        error={error}
        onChange={(event) => type(event.target.value)}
        onBlur={onLeave}
      />
      <datalist id={list}>
        {rows.map((row) => (
          <option key={row.id} value={nameOf(row)} />
        ))}
      </datalist>
    </div>
  );
}

const nameOf = ({ manufacturer, model }: Component) => `${manufacturer} ${model}`.slice(0, LONGEST).trim();
