import {
  currentRule,
  efficiencyRule,
  inverterPowerRule,
  mpptsRule,
  type Rule,
  type StationInverter,
  stringsPerMpptRule,
  textRule,
  voltageRule,
} from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

/** Figures of an inverter in the order of the form; the first ones are needed where its model is told. */
const NEEDED = {
  acPower: inverterPowerRule,
  dcVoltageMax: voltageRule,
  mppVoltageMin: voltageRule,
  mppVoltageMax: voltageRule,
  mppts: mpptsRule,
} as const;
const MORE = {
  stringsPerMppt: stringsPerMpptRule,
  currentMax: currentRule,
  efficiency: efficiencyRule,
} as const;
type InverterFigure = keyof typeof NEEDED | keyof typeof MORE;
export const INVERTER_FIGURES = [...Object.keys(NEEDED), ...Object.keys(MORE)] as InverterFigure[];

/** An input of an MPPT as it is typed. */
export interface InputDraft {
  mppt: string;
  input: string;
  array: string;
  strings: string;
}

/** An inverter as it is typed; without a model its figures are not known. */
export type InverterDraft = Record<InverterFigure | 'name' | 'model', string> & {
  componentId: number | null;
  inputs: readonly InputDraft[];
};

export const EMPTY_INPUT: InputDraft = { mppt: '1', input: '1', array: '', strings: '1' };

export const EMPTY_INVERTER: InverterDraft = {
  name: '',
  model: '',
  componentId: null,
  acPower: '',
  dcVoltageMax: '',
  mppVoltageMin: '',
  mppVoltageMax: '',
  mppts: '',
  stringsPerMppt: '',
  currentMax: '',
  efficiency: '',
  inputs: [],
};

const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export function inverterDraft({ name, type, inputs }: StationInverter): InverterDraft {
  const figures = Object.fromEntries(INVERTER_FIGURES.map((figure) => [figure, typed(type?.[figure])]));
  return {
    ...EMPTY_INVERTER,
    ...figures,
    name,
    model: type?.model ?? '',
    componentId: type?.componentId ?? null,
    inputs: inputs.map(({ mppt, input, array, strings }) => ({
      mppt: typed(mppt),
      input: typed(input),
      array,
      strings: typed(strings),
    })),
  };
}

/** What is sent; a figure that cannot be read is `NaN`, which breaks its rule. */
export function inverterOf(draft: InverterDraft): StationInverter {
  const perhaps = (text: string) => (text.trim() === '' ? null : readNumber(text));
  const { acPower, dcVoltageMax, mppVoltageMin, mppVoltageMax, mppts } = draft;
  return {
    name: draft.name.trim(),
    type:
      draft.model.trim() === ''
        ? null
        : {
            componentId: draft.componentId,
            model: draft.model.trim(),
            acPower: readNumber(acPower),
            dcVoltageMax: readNumber(dcVoltageMax),
            mppVoltageMin: readNumber(mppVoltageMin),
            mppVoltageMax: readNumber(mppVoltageMax),
            mppts: readNumber(mppts),
            stringsPerMppt: perhaps(draft.stringsPerMppt),
            currentMax: perhaps(draft.currentMax),
            efficiency: perhaps(draft.efficiency),
          },
    inputs: draft.inputs.map(({ mppt, input, array, strings }) => ({
      mppt: readNumber(mppt),
      input: readNumber(input),
      array: array.trim(),
      strings: readNumber(strings),
    })),
  };
}

const name = (text: string) => textRule(text, 'nameEmpty', 64);

/** What is wrong with an inverter as it is typed, by field: `name`, `acPower`, `inputs.0.mppt`. */
export function inverterFaults(draft: InverterDraft): [place: string, rule: Rule][] {
  const found: [string, Rule][] = [];
  const tell = (place: string, rule: Rule | undefined) => rule && found.push([place, rule]);
  tell('name', name(draft.name));
  if (draft.model.trim() !== '') {
    tell('model', name(draft.model));
    for (const [figure, rule] of Object.entries(NEEDED))
      tell(figure, rule(readNumber(draft[figure as InverterFigure])));
    for (const [figure, rule] of Object.entries(MORE)) {
      const text = draft[figure as InverterFigure];
      if (text.trim() !== '') tell(figure, rule(readNumber(text)));
    }
  }
  for (const [at, { mppt, input, strings }] of draft.inputs.entries()) {
    tell(`inputs.${at}.mppt`, mpptsRule(readNumber(mppt)));
    tell(`inputs.${at}.input`, stringsPerMpptRule(readNumber(input)) && 'inputInvalid');
    tell(`inputs.${at}.strings`, stringsPerMpptRule(readNumber(strings)) && 'stringsInvalid');
  }
  return found;
}
