import {
  firmwareNameRule,
  firmwareRangeRule,
  firmwareVersionRule,
  FIRMWARE_COMPONENTS,
  LIMITS,
  type FirmwareClaims,
  type FirmwareComponent,
  type Rule,
} from '@sunfleet/contract';

/** What is typed of a firmware; lists are separated by commas. */
export interface FirmwareDraft {
  name: string;
  version: string;
  component: FirmwareComponent;
  models: string;
  hardware: string;
  fromVersion: string;
  toVersion: string;
}
export type DraftField = keyof FirmwareDraft;

export const EMPTY_DRAFT: FirmwareDraft = {
  name: '',
  version: '',
  component: FIRMWARE_COMPONENTS[0],
  models: '',
  hardware: '',
  fromVersion: '',
  toVersion: '',
};

const list = (text: string) => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** What is signed, of what is typed. */
export function claimsOf({
  models,
  hardware,
  ...draft
}: FirmwareDraft): Omit<FirmwareClaims, 'bytes' | 'sha256'> {
  return {
    name: draft.name.trim(),
    version: draft.version.trim(),
    component: draft.component,
    models: list(models),
    hardware: list(hardware),
    fromVersion: draft.fromVersion.trim() || null,
    toVersion: draft.toVersion.trim() || null,
  };
}

/** What is wrong with what is typed, field by field. */
export function draftFaults(draft: FirmwareDraft): ReadonlyMap<DraftField, Rule> {
  const claims = claimsOf(draft);
  const { fromVersion, toVersion } = claims;
  const named = (texts: readonly string[]) =>
    texts.length > LIMITS.firmwareModels
      ? 'firmwareNameInvalid'
      : texts.map(firmwareNameRule).find((rule) => rule !== undefined);
  const faults: readonly (readonly [DraftField, Rule | undefined])[] = [
    ['name', firmwareNameRule(claims.name)],
    ['version', firmwareVersionRule(claims.version)],
    ['models', claims.models.length === 0 ? 'firmwareNameInvalid' : named(claims.models)],
    ['hardware', named(claims.hardware)],
    ['fromVersion', fromVersion === null ? undefined : firmwareVersionRule(fromVersion)],
    ['toVersion', toVersion === null ? undefined : firmwareVersionRule(toVersion)],
  ];
  const found = new Map(faults.filter((fault): fault is [DraftField, Rule] => fault[1] !== undefined));
  if (!found.has('fromVersion') && !found.has('toVersion')) {
    const turned = firmwareRangeRule({ fromVersion, toVersion });
    if (turned) found.set('toVersion', turned.rule);
  }
  return found;
}
