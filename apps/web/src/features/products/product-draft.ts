import {
  batteryRule,
  currentRule,
  type DeviceKind,
  efficiencyRule,
  inverterPowerRule,
  mpptsRule,
  notesRule,
  partNameRule,
  phasesRule,
  type Product,
  type ProductInput,
  type ProductPart,
  protectionRule,
  ratedPowerRule,
  type Rule,
  specificationFault,
  stringsPerMpptRule,
  textRule,
  voltageRule,
  warrantyMonthsRule,
  type WarrantyStart,
  weightRule,
} from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

/** Figures of a specification with the rule of each, in the order in which they are shown. */
const FIGURES = {
  ratedPower: ratedPowerRule,
  phases: phasesRule,
  dcPowerMax: inverterPowerRule,
  dcVoltageMax: voltageRule,
  mppVoltageMin: voltageRule,
  mppVoltageMax: voltageRule,
  mppts: mpptsRule,
  stringsPerMppt: stringsPerMpptRule,
  currentMax: currentRule,
  capacity: batteryRule,
  efficiency: efficiencyRule,
  weight: weightRule,
} as const;
export type ProductFigure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as ProductFigure[];

const DC = new Set([
  'dcPowerMax',
  'dcVoltageMax',
  'mppVoltageMin',
  'mppVoltageMax',
  'mppts',
  'stringsPerMppt',
  'currentMax',
]);

/** The figures that a kind of device has. */
export function figuresOf(kind: DeviceKind): ProductFigure[] {
  const has = (figure: string) => {
    if (DC.has(figure)) return ['inverter', 'hybrid', 'micro'].includes(kind);
    if (figure === 'capacity') return kind === 'battery' || kind === 'hybrid';
    if (figure === 'ratedPower' || figure === 'phases' || figure === 'efficiency')
      return kind !== 'logger' && kind !== 'weather';
    return true;
  };
  return FIGURE_NAMES.filter(has);
}

/** A product as it is typed. */
export interface ProductDraft {
  manufacturer: string;
  model: string;
  kind: DeviceKind;
  /** Empty: none. */
  profileId: string;
  protection: string;
  months: string;
  from: WarrantyStart;
  terms: string;
  remark: string;
  figures: Partial<Record<ProductFigure, string>>;
  parts: readonly ProductPart[];
}

export const EMPTY_DRAFT: ProductDraft = {
  manufacturer: '',
  model: '',
  kind: 'inverter',
  profileId: '',
  protection: '',
  months: '',
  from: 'production',
  terms: '',
  remark: '',
  figures: {},
  parts: [],
};

export function draftOf({ specification, warranty, profileId, ...product }: Product): ProductDraft {
  const { manufacturer, model, kind, remark, parts } = product;
  const figures = FIGURE_NAMES.map((key) => [
    key,
    specification[key] === null ? '' : String(specification[key]),
  ]);
  return {
    manufacturer,
    model,
    kind,
    remark,
    parts,
    profileId: profileId ?? '',
    protection: specification.protection,
    months: warranty.months === null ? '' : String(warranty.months),
    from: warranty.from,
    terms: warranty.text,
    figures: Object.fromEntries(figures),
  };
}

const numberOf = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? null : readNumber(text);

/** What is sent; figures that the kind does not have are not. */
export function inputOf(draft: ProductDraft): ProductInput {
  const { manufacturer, model, kind, profileId, remark, parts } = draft;
  const had = new Set(figuresOf(kind));
  const figures = FIGURE_NAMES.map((key) => [key, had.has(key) ? numberOf(draft.figures[key]) : null]);
  return {
    manufacturer: manufacturer.trim(),
    model: model.trim(),
    kind,
    profileId: profileId === '' ? null : profileId,
    specification: {
      ...(Object.fromEntries(figures) as Record<ProductFigure, number | null>),
      protection: draft.protection.trim().toUpperCase(),
    },
    warranty: { months: numberOf(draft.months), from: draft.from, text: draft.terms.trim() },
    parts: parts.map(({ name, number }) => ({ name: name.trim(), number: number.trim() })),
    remark: remark.trim(),
  };
}

/** What is wrong with a product as it is typed, by field; a part by `parts.<place>`. */
export function draftFaults(draft: ProductDraft): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  const tell = (field: string, rule: Rule | undefined) => rule && !found.has(field) && found.set(field, rule);
  const input = inputOf(draft);
  tell('manufacturer', textRule(draft.manufacturer, 'manufacturerEmpty', 64));
  tell('model', textRule(draft.model, 'nameEmpty', 100));
  for (const key of figuresOf(draft.kind)) {
    const figure = input.specification[key];
    if (figure !== null) tell(key, FIGURES[key](figure));
  }
  tell('protection', protectionRule(input.specification.protection));
  if (input.warranty.months !== null) tell('months', warrantyMonthsRule(input.warranty.months));
  tell('terms', notesRule(draft.terms));
  tell('remark', notesRule(draft.remark));
  for (const [place, { name }] of draft.parts.entries()) tell(`parts.${place}`, partNameRule(name));
  const fault = specificationFault(input.specification);
  if (fault) tell(fault.path, fault.rule);
  return found;
}
