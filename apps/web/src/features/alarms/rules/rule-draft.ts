import { type AlarmLevel, type AlarmRule, type AlarmRuleInput } from '@sunfleet/contract';
import {
  ConditionError,
  parseCondition,
  type ConditionFault,
  type ConditionNode,
} from '@sunfleet/device-model';

/** A rule as somebody types it. */
export interface RuleDraft {
  name: string;
  pack: AlarmRule['pack'];
  level: AlarmLevel;
  enabled: boolean;
  raise: string;
  clear: string;
  consecutive: string;
  onDelay: string;
  offDelay: string;
  stationIds: number[];
  labelIds: number[];
  models: string;
}

export const emptyRule: RuleDraft = {
  name: '',
  pack: null,
  level: 'general',
  enabled: false,
  raise: '',
  clear: '',
  consecutive: '3',
  onDelay: '0',
  offDelay: '10',
  stationIds: [],
  labelIds: [],
  models: '',
};

export const draftOfRule = ({
  id: _id,
  version: _version,
  standing: _standing,
  ...rule
}: AlarmRule): RuleDraft => ({
  ...rule,
  consecutive: String(rule.consecutive),
  onDelay: String(rule.onDelay),
  offDelay: String(rule.offDelay),
  models: rule.models.join(', '),
});

type ReadCondition =
  | { node: ConditionNode }
  | { fault: ConditionFault; from: number; text: string }
  | undefined;

/** Undefined: nothing is typed. */
export function readCondition(text: string): ReadCondition {
  if (text.trim() === '') return undefined;
  try {
    return { node: parseCondition(text.trim()) };
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return { fault: error.fault, from: error.place.from + 1, text: error.text };
  }
}

const whole = (text: string, { least, most }: { least: number; most: number }): number | undefined =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

/** What is sent; undefined while something is wrong. */
export function ruleInput(draft: RuleDraft): AlarmRuleInput | undefined {
  const consecutive = whole(draft.consecutive, { least: 1, most: 20 });
  const onDelay = whole(draft.onDelay, { least: 0, most: 1440 });
  const offDelay = whole(draft.offDelay, { least: 0, most: 1440 });
  const raise = readCondition(draft.raise);
  const clear = readCondition(draft.clear);
  const readable = raise !== undefined && 'node' in raise && (clear === undefined || 'node' in clear);
  const named = draft.name.trim() !== '' || draft.pack !== null;
  if (!readable || !named || consecutive === undefined || onDelay === undefined || offDelay === undefined)
    return undefined;
  const models = draft.models
    .split(',')
    .map((model) => model.trim())
    .filter(Boolean);
  return {
    ...draft,
    name: draft.name.trim(),
    raise: draft.raise.trim(),
    clear: draft.clear.trim(),
    consecutive,
    onDelay,
    offDelay,
    models,
  };
}
