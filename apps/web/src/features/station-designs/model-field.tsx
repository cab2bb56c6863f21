import type { Component, ModuleSheet } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import type { ArrayDraft } from './design-draft.ts';
import { LibraryField } from './library-field.tsx';

interface ModelFieldProps {
  array: ArrayDraft;
  error: string | undefined;
  onChange: (array: ArrayDraft) => void;
  onLeave: () => void;
}

/** The module of an array: typed, or chosen from the library, which fills in what its data sheet says. */
export function ModelField({ array, error, onChange, onLeave }: ModelFieldProps) {
  const { t } = useTranslation('station-designs');
  return (
    <LibraryField
      kind="module"
      label={t('field.model')}
      value={array.model}
      chosen={array.componentId !== null}
      error={error}
      onLeave={onLeave}
      onType={(model) => onChange({ ...array, model, componentId: null, electrics: null })}
      onChoose={(model, component) => onChange(withSheet({ ...array, model }, component))}
    />
  );
}

function withSheet(array: ArrayDraft, component: Component): ArrayDraft {
  const { power, gammaPmp, vOc, iSc, vMp, iMp, alphaSc, betaVoc, bifaciality } =
    component.sheet as ModuleSheet;
  return {
    ...array,
    componentId: component.id,
    electrics: { vOc, iSc, vMp, iMp, alphaSc, betaVoc },
    power: String(power),
    coefficient: String(gammaPmp),
    bifacial: bifaciality === null ? array.bifacial : String(bifaciality),
  };
}
