import type { Component, ModuleSheet } from '@sunfleet/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Field } from '../../ui/form/field.tsx';
import type { ArrayDraft } from './design-draft.ts';

const SHORTEST = 2;
const LONGEST = 64;

interface ModelFieldProps {
  array: ArrayDraft;
  error: string | undefined;
  onChange: (array: ArrayDraft) => void;
  onLeave: () => void;
}

/** The module of an array: typed, or chosen from the library, which fills in what its data sheet says. */
export function ModelField({ array, error, onChange, onLeave }: ModelFieldProps) {
  const { t } = useTranslation('station-designs');
  const list = useId();
  const [typed, setTyped] = useState('');
  const q = useDelayed(typed.trim(), 200);
  const found = useCall(
    'listComponents',
    { query: { kind: 'module', q, page: 1, pageSize: 20 } },
    { enabled: q.length >= SHORTEST },
  );
  const rows = found.data?.rows ?? [];
  const type = (model: string) => {
    setTyped(model);
    const chosen = rows.find((row) => nameOf(row) === model);
    onChange(chosen?.kind === 'module' ? withModule(array, chosen) : unnamed({ ...array, model }));
  };
  return (
    <>
      <Field
        label={t('field.model')}
        autoComplete="off"
        list={list}
        maxLength={LONGEST}
        value={array.model}
        hint={t(array.componentId === null ? 'hint.model' : 'hint.modelChosen')}
        error={error}
        onChange={(event) => type(event.target.value)}
        onBlur={onLeave}
      />
      <datalist id={list}>
        {rows.map((row) => (
          <option key={row.id} value={nameOf(row)} />
        ))}
      </datalist>
    </>
  );
}

const nameOf = ({ manufacturer, model }: Component) => `${manufacturer} ${model}`.slice(0, LONGEST).trim();

const unnamed = (array: ArrayDraft): ArrayDraft => ({ ...array, componentId: null, electrics: null });

function withModule(array: ArrayDraft, component: Component & { sheet: ModuleSheet }): ArrayDraft {
  const { power, gammaPmp, vOc, iSc, vMp, iMp, alphaSc, betaVoc, bifaciality } = component.sheet;
  return {
    ...array,
    model: nameOf(component),
    componentId: component.id,
    electrics: { vOc, iSc, vMp, iMp, alphaSc, betaVoc },
    power: String(power),
    coefficient: String(gammaPmp),
    bifacial: bifaciality === null ? array.bifacial : String(bifaciality),
  };
}
