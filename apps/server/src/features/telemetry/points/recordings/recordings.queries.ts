import { pointByKey, unitConversion, type UnitConversion } from '@sunfleet/device-model';
import type { Db } from '../../../../platform/postgres/client.ts';

/** What values of a key become. */
export interface Recording {
  /** Id of the point of the catalogue. */
  point: number;
  conversion: UnitConversion;
}

/** What one key of an organisation's devices is recorded as. */
export interface KeyRecordings {
  /** Of every device that has none of its own. */
  ofAll: Recording | undefined;
  ofDevice: ReadonlyMap<number, Recording>;
}

export type OrganisationRecordings = ReadonlyMap<string, KeyRecordings>;

/** The recordings that hold now, by organisation and key; of one organisation where it is named. */
export async function readRecordings(
  db: Db,
  organisationId?: number,
): Promise<Map<number, OrganisationRecordings>> {
  const rows = await db
    .selectFrom('pointRecordings')
    .select(['organisationId', 'deviceId', 'key', 'point', 'unit'])
    .where('endedAt', 'is', null)
    .$if(organisationId !== undefined, (query) => query.where('organisationId', '=', organisationId!))
    .execute();
  const found = new Map<
    number,
    Map<string, { ofAll: Recording | undefined; ofDevice: Map<number, Recording> }>
  >();
  for (const { organisationId: of, deviceId, key, point, unit } of rows) {
    const recording = recordingOf(point, unit);
    if (!recording) continue;
    const keys = found.get(of) ?? new Map();
    found.set(of, keys);
    const ofKey = keys.get(key) ?? { ofAll: undefined, ofDevice: new Map<number, Recording>() };
    keys.set(key, ofKey);
    if (deviceId === null) ofKey.ofAll = recording;
    else ofKey.ofDevice.set(deviceId, recording);
  }
  return found;
}

function recordingOf(key: string, unit: string): Recording | undefined {
  const point = pointByKey(key);
  const conversion = point && unitConversion(unit, point.unit);
  return conversion && { point: point.id, conversion };
}
