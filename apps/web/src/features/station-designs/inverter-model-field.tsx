import type { Component, InverterSheet } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { INVERTER_FIGURES, type InverterDraft } from './inverter-draft.ts';
import { LibraryField } from './library-field.tsx';

interface InverterModelFieldProps {
  inverter: InverterDraft;
  error: string | undefined;
  onChange: (inverter: InverterDraft) => void;
  onLeave: () => void;
}

/** The model of an inverter: typed, or chosen from the library, which fills in what its data sheet says. */
export function InverterModelField({ inverter, error, onChange, onLeave }: InverterModelFieldProps) {
  const { t } = useTranslation('station-designs');
  return (
    <LibraryField
      kind="inverter"
      label={t('inverter.field.model')}
      value={inverter.model}
      chosen={inverter.componentId !== null}
      error={error}
      onLeave={onLeave}
      onType={(model) => onChange({ ...inverter, model, componentId: null })}
      onChoose={(model, component) => onChange(withSheet({ ...inverter, model }, component))}
    />
  );
}

function withSheet(inverter: InverterDraft, component: Component): InverterDraft {
  const sheet = component.sheet as InverterSheet;
  const figures = INVERTER_FIGURES.map((figure) => [
    figure,
    sheet[figure] === null ? '' : String(sheet[figure]),
  ]);
  return { ...inverter, ...Object.fromEntries(figures), componentId: component.id };
}
