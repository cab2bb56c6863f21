import type { CallError, InputOf } from '@sunfleet/api-client';
import { claimCodeRule, type DeviceKind, type ErrorKey, type MeterRole, snRule } from '@sunfleet/contract';

/** What somebody fills in to add a device. */
export interface DeviceDraft {
  station: { id: number; name: string } | undefined;
  sn: string;
  kind: DeviceKind;
  name: string;
  /** The family that was chosen, with its brand; empty: the platform finds out, or does not know it. */
  profileId: string;
  manufacturer: string;
  model: string;
  /** By the library; null: none was chosen. */
  product: { id: number; name: string } | null;
  /** Serial number of the logger that it hangs on; empty: it reports by itself. */
  parentSn: string;
  /** Counts for meters only. */
  meterRole: MeterRole;
  /** Empty where the server did not ask for it. */
  claimCode: string;
}

export type DeviceProblem = 'station' | 'sn' | 'claimCode';

const ANSWERED_BY_CLAIM: ReadonlySet<ErrorKey | undefined> = new Set<ErrorKey>([
  'claimCodeNeeded',
  'wrongClaimCode',
  'snTaken',
  'deviceAlreadyBound',
]);

/** Whether the claim code of the device may change a refusal: it is needed, or somebody registered the serial number before. */
export const asksForClaim = (error: CallError | null): boolean =>
  error !== null && ANSWERED_BY_CLAIM.has(error.error);

/** What is missing or wrong. */
export function draftProblems({ station, sn, claimCode }: DeviceDraft): readonly DeviceProblem[] {
  const problems: [DeviceProblem, boolean][] = [
    ['station', station === undefined],
    ['sn', snRule(sn.trim()) !== undefined],
    ['claimCode', claimCode.trim() !== '' && claimCodeRule(claimCode) !== undefined],
  ];
  return problems.filter(([, wrong]) => wrong).map(([problem]) => problem);
}

/** The draft as the server takes it. */
export function deviceBody(draft: DeviceDraft): InputOf<'addDevice'>['body'] {
  const { sn, kind, name, parentSn, meterRole, claimCode, profileId, manufacturer, model, product } = draft;
  return {
    sn: sn.trim(),
    kind,
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(profileId ? { profileId, manufacturer } : {}),
    ...(model.trim() ? { model: model.trim() } : {}),
    ...(product ? { productId: product.id } : {}),
    ...(parentSn && kind !== 'logger' ? { parentSn } : {}),
    ...(kind === 'meter' ? { meterRole } : {}),
    ...(claimCode.trim() ? { claimCode: claimCode.trim() } : {}),
  };
}
