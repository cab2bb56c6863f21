import { dayRange } from '@sunfleet/analysis';
import { stringMap, type DesignVersion, type StringMap } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { FleetStation } from '../../fleet/index.ts';

/** A current that a device tells: of a string or an MPPT by its number. */
export interface ToldInput {
  device: number;
  station: number;
  kind: 'strings' | 'mppts';
  n: number;
  point: number;
}

/** An input among those it is compared with. */
export interface ComparedInput extends ToldInput {
  /** Strings that its current is of. */
  strings: number;
  /** Share of its device. */
  weight: number;
  /** Whether a design says that something hangs on it. */
  isDesigned: boolean;
}

/** Inputs that should have the same current for each string. */
export interface InputGroup {
  kind: 'strings' | 'mppts';
  inputs: ComparedInput[];
}

/** An inverter with fewer inputs cannot tell by itself which of them is wrong. */
const LEAST_INPUTS = 3;

type Version = Pick<DesignVersion, 'from' | 'arrays' | 'inverters'>;

/** What is known of the inputs of devices by the designs of their stations. */
export interface StringMaps {
  /** On a local day that begins at `start`. */
  mapOf(device: number, start: number): StringMap | undefined;
  ratingOf(device: number): number | null;
}

/** Reads designs of stations with their inverters, and what the devices on them are called. */
export async function readStringMaps(
  db: Db,
  stations: readonly Pick<FleetStation, 'id' | 'timeZone'>[],
  deviceIds: readonly number[],
): Promise<StringMaps> {
  const zones = new Map(stations.map(({ id, timeZone }) => [id, timeZone]));
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'ratedPower', 'stationId'])
    .where('id', '=', sql<number>`ANY(${[...deviceIds]})`)
    .execute();
  const designs = await db
    .selectFrom('stationDesigns')
    .select(['stationId', 'versions'])
    .where('stationId', '=', sql<number>`ANY(${[...zones.keys()]})`)
    .execute();
  const versions = new Map(designs.map((row) => [row.stationId, row.versions as readonly Version[]]));
  const known = new Map(devices.map((device) => [device.id, device]));
  const perStation = Map.groupBy(devices, ({ stationId }) => stationId);
  const maps = new Map<string, StringMap | undefined>();
  return {
    ratingOf: (device) => known.get(device)?.ratedPower ?? null,
    mapOf(id, start) {
      const device = known.get(id);
      const zone = device && zones.get(device.stationId ?? 0);
      if (!device || zone === undefined) return undefined;
      const at = versions
        .get(device.stationId!)
        ?.findLast(({ from }) => from === null || dayRange(from, zone).start <= start);
      if (!at) return undefined;
      const key = `${id} ${at.from}`;
      if (!maps.has(key))
        maps.set(
          key,
          stringMap(at, {
            sn: device.sn,
            name: device.name,
            isAlone: perStation.get(device.stationId)!.length === 1,
          }),
        );
      return maps.get(key);
    },
  };
}

/**
 * Puts inputs together that are compared on a day: by the design of the station those of arrays that are alike, of all its inverters; else those of one inverter. Inverters with one or two inputs
 * are compared with equal ones of the station, of which only open inputs are told, because nobody knows where their modules look.
 */
export function inputGroups(told: readonly ToldInput[], maps: StringMaps, start: number): InputGroup[] {
  const groups = new Map<string, InputGroup>();
  const put = (key: string, kind: InputGroup['kind'], input: ComparedInput) => {
    const group = groups.get(key) ?? { kind, inputs: [] };
    groups.set(key, group);
    group.inputs.push(input);
  };
  for (const [device, all] of Map.groupBy(told, (input) => input.device)) {
    const map = maps.mapOf(device, start);
    const own = chosen(all, map);
    const mapped = own.flatMap((input) => {
      const at = map?.[input.kind].get(input.n);
      return at ? [{ input, at }] : [];
    });
    if (map && mapped.length > 0) {
      const power = mapped.reduce((sum, { at }) => sum + at.power, 0);
      for (const { input, at } of mapped)
        if (at.alike !== null)
          put(`${input.station} ${at.alike}`, 'strings', {
            ...input,
            strings: at.strings,
            weight: at.power / power,
            isDesigned: true,
          });
      continue;
    }
    const isAlone = own.length >= LEAST_INPUTS;
    const key = isAlone ? `device ${device}` : `${own[0]!.station} ${own[0]!.kind} ${maps.ratingOf(device)}`;
    for (const input of own)
      put(key, isAlone ? input.kind : 'mppts', {
        ...input,
        strings: 1,
        weight: 1 / own.length,
        isDesigned: false,
      });
  }
  return [...groups.values()];
}

/** The strings of a device where it tells enough of them or its design names them, else its MPPTs. */
function chosen(all: readonly ToldInput[], map: StringMap | undefined): ToldInput[] {
  const strings = all.filter(({ kind }) => kind === 'strings');
  const mppts = all.filter(({ kind }) => kind === 'mppts');
  if (strings.length >= LEAST_INPUTS || mppts.length === 0) return strings;
  return map && strings.some(({ n }) => map.strings.has(n)) ? strings : mppts;
}
