import type { OutputOf } from '@sunfleet/api-client';
import { pointByKey } from '@sunfleet/device-model';
import { useCall } from '../../../lib/call/use-call.ts';

type ImportPoints = OutputOf<'listImportPoints'>;
const NOTHING: ImportPoints = { points: [], mayDescribe: false };
export type ImportPoint = ImportPoints['points'][number];

/** Custom points of the organisation of a station. Nothing is known of them before a station is chosen. */
export function useImportPoints(stationId: number | undefined): ImportPoints {
  const input = { params: { id: stationId ?? 0 } };
  const { data } = useCall('listImportPoints', input, { enabled: stationId !== undefined });
  return data ?? NOTHING;
}

/** How a custom point reads: `Pool pump (pool.pump)`, with its unit. */
export function labelOfPoint({ key, name, unit }: ImportPoint): string {
  const called = name === null ? key : `${name} (${key})`;
  return unit === '' ? called : `${called} · ${unit}`;
}

/** The unit of a point of the catalogue, or the one that was said of a custom point. */
export function unitOfPoint(key: string, points: readonly ImportPoint[]): string {
  return pointByKey(key)?.unit ?? points.find((point) => point.key === key)?.unit ?? '';
}
