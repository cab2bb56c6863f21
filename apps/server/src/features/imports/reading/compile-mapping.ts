import { isPointKey, pointByKey } from '@sunfleet/device-model/points';
import type { ErrorKey, ImportMapping } from '@sunfleet/contract';
import { LIMITS } from '@sunfleet/contract/limits';
import { timeReader, type TimeReader } from '@sunfleet/contract/read-time';
import { timeZoneRule } from '@sunfleet/contract/rules';
import { AppError } from '../../../platform/errors.ts';

/** One column as rows are read with it. */
export interface ReadColumn {
  index: number;
  name: string;
  point: string;
  scale: number;
  offset: number;
  /** Serial number where the column is one device's; null: the row tells. */
  sn: string | null;
  min: number;
  max: number;
  unit: string;
}

/** A mapping tied to the header of its file. */
export interface CompiledMapping {
  /** Cells of the header. */
  width: number;
  /** Cells a row must have at least. */
  needed: number;
  time: { index: number; name: string; format: string; read: TimeReader };
  timeZone: string;
  decimal: '.' | ',';
  device: { index: number; name: string } | null;
  snPrefix: string;
  columns: readonly ReadColumn[];
  nullTexts: ReadonlySet<string>;
}

const SN = /^[A-Za-z0-9._-]{3,64}$/;

export function isSerialNumber(text: string): boolean {
  return SN.test(text);
}

/**
 * Ties a mapping to a header. Throws AppError: importMappingIncomplete (naming the field), unknownPoint, tooManyPoints.
 */
export function compileMapping(mapping: ImportMapping, header: readonly string[]): CompiledMapping {
  // Of two columns of one name the first counts. A mapping names a thousand columns of a header that has many more.
  const places = new Map(header.map((name, index) => [name, index] as const).toReversed());
  const indexOf = (name: string, field: string) =>
    places.get(name) ?? fail('importMappingIncomplete', field, name);
  const read = timeReader(mapping.timeFormat);
  if (!read) fail('importMappingIncomplete', 'timeFormat', mapping.timeFormat);
  if (timeZoneRule(mapping.timeZone)) fail('importMappingIncomplete', 'timeZone', mapping.timeZone);
  const deviceColumn = mapping.deviceColumn;
  const columns = mapping.columns.map((column) =>
    readColumn(column, mapping, indexOf(column.column, 'columns')),
  );
  refuseDoubles(columns);
  const time = { index: indexOf(mapping.timeColumn, 'timeColumn'), name: mapping.timeColumn };
  const device =
    deviceColumn === undefined ? null : { index: indexOf(deviceColumn, 'deviceColumn'), name: deviceColumn };
  return {
    width: header.length,
    needed: 1 + Math.max(time.index, device?.index ?? 0, ...columns.map((column) => column.index)),
    time: { ...time, format: mapping.timeFormat, read },
    timeZone: mapping.timeZone,
    decimal: mapping.decimal,
    device,
    snPrefix: mapping.snPrefix,
    columns,
    nullTexts: new Set(mapping.nullTexts.map((text) => text.trim())),
  };
}

function readColumn(
  { column, point, scale, offset, sn }: ImportMapping['columns'][number],
  mapping: ImportMapping,
  index: number,
): ReadColumn {
  const known = pointByKey(point);
  if (!known && !isPointKey(point)) fail('unknownPoint', 'columns', point);
  const device = sn ?? (mapping.deviceColumn === undefined ? mapping.sn : undefined);
  if (device === undefined && mapping.deviceColumn === undefined)
    fail('importMappingIncomplete', 'sn', column);
  const name = device === undefined ? null : `${mapping.snPrefix}${device}`;
  if (name !== null && !isSerialNumber(name)) fail('importMappingIncomplete', 'sn', name);
  // Files bring no larger values than devices: sums over them would be no numbers.
  const { min = -LIMITS.largestValue, max = LIMITS.largestValue, unit = '' } = known ?? {};
  return { index, name: column, point, scale, offset, sn: name, min, max, unit };
}

/** Two columns for one point of one device would overwrite each other; custom points have a limit a device. */
function refuseDoubles(columns: readonly ReadColumn[]): void {
  const seen = new Set<string>();
  const custom = new Map<string | null, number>();
  for (const { sn, point } of columns) {
    const key = `${sn ?? ''} ${point}`;
    if (seen.has(key)) fail('importMappingIncomplete', 'columns', point);
    seen.add(key);
    if (pointByKey(point)) continue;
    const count = (custom.get(sn) ?? 0) + 1;
    custom.set(sn, count);
    if (count > LIMITS.customPointsPerDevice) fail('tooManyPoints', 'columns', point);
  }
}

/** `field`: where in the mapping; `text`: what stands there and is not right. */
function fail(key: ErrorKey, field: string, text: string): never {
  throw new AppError(key, { fields: field, key: text }, [{ path: `body.mapping.${field}`, message: text }]);
}
