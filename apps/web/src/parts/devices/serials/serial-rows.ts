import { type AddedDevice, type CheckedSerial, claimCodeRule } from '@sunfleet/contract';

/** A serial number of the list with what became of it so far. */
export interface SerialRow extends CheckedSerial {
  claimCode: string;
  result: AddedDevice | undefined;
}

interface Progress {
  checked: readonly CheckedSerial[];
  claimCodes: ReadonlyMap<string, string>;
  results: ReadonlyMap<string, AddedDevice>;
}

/** What was checked, with what was typed and answered since. A number that stands twice was answered once. */
export function serialRows({ checked, claimCodes, results }: Progress): SerialRow[] {
  return checked.map((row) => ({
    ...row,
    claimCode: claimCodes.get(row.sn) ?? '',
    result: row.state === 'duplicate' ? undefined : results.get(row.sn),
  }));
}

/** Whether the number goes to the server: it can be added as far as is known, and was not. */
export function isAddable({ state, claimCode, result }: SerialRow): boolean {
  if (result?.deviceId) return false;
  if (state === 'claimNeeded') return claimCode.trim() !== '' && claimCodeRule(claimCode) === undefined;
  return state === 'new' || state === 'reporting';
}
