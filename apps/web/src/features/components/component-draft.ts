import {
  bifacialRule,
  cellsRule,
  type Component,
  componentFaults,
  type ComponentInput,
  type ComponentKind,
  currentCoefficientRule,
  currentRule,
  efficiencyRule,
  inverterPowerRule,
  type InverterSheet,
  modulePowerRule,
  type ModuleSheet,
  moduleSideRule,
  mpptsRule,
  type Rule,
  stringsPerMpptRule,
  temperatureCoefficientRule,
  textRule,
  voltageCoefficientRule,
  voltageRule,
} from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

type NumberRule = (figure: number) => Rule | undefined;

/** Figures of a data sheet with the rule of each; of the second kind those that may stay empty. */
const MODULE = {
  needed: {
    power: modulePowerRule,
    vOc: voltageRule,
    iSc: currentRule,
    vMp: voltageRule,
    iMp: currentRule,
    alphaSc: currentCoefficientRule,
    betaVoc: voltageCoefficientRule,
    gammaPmp: temperatureCoefficientRule,
  },
  more: {
    cellsInSeries: cellsRule,
    length: moduleSideRule,
    width: moduleSideRule,
    bifaciality: bifacialRule,
  },
} as const;
const INVERTER = {
  needed: {
    acPower: inverterPowerRule,
    dcVoltageMax: voltageRule,
    mppVoltageMin: voltageRule,
    mppVoltageMax: voltageRule,
    mppts: mpptsRule,
  },
  more: {
    stringsPerMppt: stringsPerMpptRule,
    currentMax: currentRule,
    dcPowerMax: inverterPowerRule,
    efficiency: efficiencyRule,
  },
} as const;

export type ComponentFigure =
  | keyof typeof MODULE.needed
  | keyof typeof MODULE.more
  | keyof typeof INVERTER.needed
  | keyof typeof INVERTER.more;

/** The figures of a kind in the order of the form. */
export const figuresOf = (kind: ComponentKind): ComponentFigure[] => {
  const { needed, more } = kind === 'module' ? MODULE : INVERTER;
  return [...Object.keys(needed), ...Object.keys(more)] as ComponentFigure[];
};

/** A component as it is typed. */
export interface ComponentDraft {
  kind: ComponentKind;
  manufacturer: string;
  model: string;
  /** Empty: not known. */
  technology: string;
  figures: Partial<Record<ComponentFigure, string>>;
}

export const emptyDraft = (kind: ComponentKind): ComponentDraft => ({
  kind,
  manufacturer: '',
  model: '',
  technology: '',
  figures: {},
});

export function draftOf({ kind, manufacturer, model, sheet }: Component): ComponentDraft {
  const values = sheet as unknown as Record<string, unknown>;
  const figures = figuresOf(kind).map((name) => [name, values[name] === null ? '' : String(values[name])]);
  const technology = 'technology' in sheet ? (sheet.technology ?? '') : '';
  return { kind, manufacturer, model, technology, figures: Object.fromEntries(figures) };
}

/** What is sent; what the form does not show stays as it was, but for a diode that was fitted to other figures. */
export function inputOf(draft: ComponentDraft, before?: Component): ComponentInput {
  const { kind, manufacturer, model, technology } = draft;
  const figures = Object.fromEntries(
    figuresOf(kind).map((name) => {
      const text = draft.figures[name] ?? '';
      return [name, text.trim() === '' ? null : readNumber(text)];
    }),
  );
  const kept = before?.kind === kind ? before.sheet : null;
  const rest =
    kind === 'module'
      ? {
          technology: technology === '' ? null : technology,
          diode: kept && 'diode' in kept ? kept.diode : null,
        }
      : { sandia: kept && 'sandia' in kept ? kept.sandia : null };
  return {
    kind,
    manufacturer,
    model,
    sheet: { ...figures, ...rest } as unknown as ModuleSheet & InverterSheet,
  };
}

/** What is wrong with a component as it is typed, by field. */
export function draftFaults(draft: ComponentDraft): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  const tell = (field: string, rule: Rule | undefined) => rule && !found.has(field) && found.set(field, rule);
  tell('manufacturer', textRule(draft.manufacturer, 'manufacturerEmpty', 64));
  tell('model', textRule(draft.model, 'nameEmpty', 100));
  const { needed, more } = draft.kind === 'module' ? MODULE : INVERTER;
  for (const [name, rule] of Object.entries<NumberRule>(needed))
    tell(name, rule(readNumber(draft.figures[name as ComponentFigure] ?? '')));
  for (const [name, rule] of Object.entries<NumberRule>(more)) {
    const text = draft.figures[name as ComponentFigure] ?? '';
    if (text.trim() !== '') tell(name, rule(readNumber(text)));
  }
  if (found.size === 0) for (const { path, rule } of componentFaults(inputOf(draft))) tell(path, rule);
  return found;
}
