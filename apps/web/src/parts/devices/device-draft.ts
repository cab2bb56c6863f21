import type { InputOf } from '@sunfleet/api-client';
import { type DeviceKind, type MeterRole, snRule } from '@sunfleet/contract';

/** What somebody fills in to add a device. */
export interface DeviceDraft {
  station: { id: number; name: string } | undefined;
  sn: string;
  kind: DeviceKind;
  name: string;
  /** Counts for meters only. */
  meterRole: MeterRole;
}

export type DeviceProblem = 'station' | 'sn';

/** What is missing or wrong. */
export function draftProblems({ station, sn }: DeviceDraft): readonly DeviceProblem[] {
  const problems: [DeviceProblem, boolean][] = [
    ['station', station === undefined],
    ['sn', snRule(sn.trim()) !== undefined],
  ];
  return problems.filter(([, wrong]) => wrong).map(([problem]) => problem);
}

/** The draft as the server takes it. */
export function deviceBody({ sn, kind, name, meterRole }: DeviceDraft): InputOf<'addDevice'>['body'] {
  return {
    sn: sn.trim(),
    kind,
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(kind === 'meter' ? { meterRole } : {}),
  };
}
