import type { SampleQuota } from '../src/features/telemetry/quota/sample-quota.ts';
import { createSampleColumns } from '../src/platform/sample-columns.ts';

/** So many samples of a device, from `now` on. */
export function samplesFrom(now: number, device: number, count: number) {
  const block = createSampleColumns(count);
  for (let row = 0; row < count; row += 1) block.add(device, 1, now + row, row);
  return block;
}

/** What a reading of a device is refused with. */
export function refusalOf(
  quota: Pick<SampleQuota, 'require'>,
  device: number,
  kind: 'live' | 'import' = 'live',
) {
  try {
    quota.require(device, kind);
  } catch (error) {
    const { key, values } = error as { key: string; values: object };
    return { key, ...values };
  }
  return undefined;
}
