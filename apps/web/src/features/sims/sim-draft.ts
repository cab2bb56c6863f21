import {
  dataVolumeRule,
  dayRule,
  imeiRule,
  msisdnRule,
  type Rule,
  type SimFields,
  type SimRow,
  snRule,
  textRule,
} from '@sunfleet/contract';

/** Fields that are typed, in the order of the form. */
export const TEXT_FIELDS = [
  'collectorSn',
  'msisdn',
  'operator',
  'plan',
  'usedMb',
  'volumeMb',
  'cycleEnd',
  'expiresOn',
  'imei',
  'remark',
] as const satisfies readonly (keyof SimFields)[];
export type TextField = (typeof TEXT_FIELDS)[number];

/** What is typed about a card. */
export type SimDraft = Record<TextField, string> & Pick<SimFields, 'status' | 'autoRenew'>;

export function draftOf(sim: SimRow): SimDraft {
  const { status, autoRenew, device } = sim;
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return {
    status,
    autoRenew,
    collectorSn: device?.sn ?? '',
    msisdn: text(sim.msisdn),
    operator: text(sim.operator),
    plan: text(sim.plan),
    usedMb: text(sim.usedMb),
    volumeMb: text(sim.volumeMb),
    cycleEnd: text(sim.cycleEnd),
    expiresOn: text(sim.expiresOn),
    imei: text(sim.imei),
    remark: text(sim.remark),
  };
}

const figureOf = (text: string): number => Number(text.trim().replace(',', '.'));
const figureRule = (text: string) => {
  const figure = figureOf(text);
  return Number.isFinite(figure) ? dataVolumeRule(figure) : 'dataVolumeInvalid';
};
const words = (longest: number) => (text: string) => textRule(text, 'nameEmpty', longest);

const RULE_OF: Readonly<Record<TextField, (text: string) => Rule | undefined>> = {
  collectorSn: (text) => snRule(text.trim()),
  msisdn: msisdnRule,
  operator: words(64),
  plan: words(100),
  usedMb: figureRule,
  volumeMb: figureRule,
  cycleEnd: dayRule,
  expiresOn: dayRule,
  imei: imeiRule,
  remark: words(500),
};

/** What is wrong with a text; an empty one is nothing that is kept. */
export const textFault = (field: TextField, text: string): Rule | undefined =>
  text.trim() === '' ? undefined : RULE_OF[field](text.trim());

export function draftFaults(draft: SimDraft): ReadonlyMap<string, Rule> {
  return new Map(
    TEXT_FIELDS.flatMap((field) => {
      const rule = textFault(field, draft[field]);
      return rule ? [[field, rule] as const] : [];
    }),
  );
}

/** A text as the API takes it. */
export function valueOf(field: TextField, text: string): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return field === 'usedMb' || field === 'volumeMb' ? figureOf(trimmed) : trimmed;
}

export function fieldsOf(draft: SimDraft): SimFields {
  const typed = Object.fromEntries(TEXT_FIELDS.map((field) => [field, valueOf(field, draft[field])]));
  return { status: draft.status, autoRenew: draft.autoRenew, ...typed } as SimFields;
}
