import { createHmac } from 'node:crypto';
import { claimText, encodeClaimCode } from '@sunfleet/device-model';
import type { Fleet } from '../../fleets/schema.ts';

/** A line for each device that has a secret: its serial number and the claim code that stands on it. */
export function claimCodes({ stations }: Fleet): string[] {
  return stations
    .flatMap(({ devices }) => devices)
    .flatMap(({ sn, secret }) => (secret === null ? [] : `${sn} ${codeOf(sn, secret)}`));
}

function codeOf(sn: string, secret: string): string {
  const code = encodeClaimCode(createHmac('sha256', secret).update(claimText(sn)).digest());
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
