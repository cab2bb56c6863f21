import { setImmediate as nextRound } from 'node:timers/promises';
import { clearPower, median, prepareSteps, skyColumns } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { rootOfScope } from '../../platform/root-of-scope.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import type { MeasuredColumns } from './power-inputs.ts';

/** Neighbours are no further away; beyond it clouds differ. */
const NEAR_KM = 15;
/** The nearest ones tell enough. */
const MOST_PEERS = 5;
/** One alone may stand. */
const LEAST_PEERS = 2;
const CELL_DEGREES = 0.25;
const KM_OF_DEGREE = 111.2;
/** Share of the capacity below which a low Sun says more of horizons than of clouds. */
const LEAST_LIGHT = 0.01;

type Place = Pick<FleetStation, 'id' | 'latitude' | 'longitude'>;

/** The neighbours of stations as they are now. */
export async function readPeerBook(db: Db, fleet: Pick<Fleet, 'stations'>): Promise<PeerBook> {
  const { rows } = await sql<{ id: number; scopePath: string }>`
    SELECT stations.id, home.scope_path
      FROM stations JOIN organisations home ON home.id = stations.organisation_id`.execute(db);
  return new PeerBook(
    fleet.stations(),
    new Map(rows.map(({ id, scopePath }) => [Number(id), rootOfScope(scopePath)])),
  );
}

/**
 * Finds neighbours of stations by their place, among those of organisations that belong together: whoever registered stations around one of somebody else
 * would decide over what is expected of it otherwise, and read its power from what is expected of theirs.
 */
export class PeerBook {
  readonly #cells = new Map<string, Place[]>();
  readonly #roots: ReadonlyMap<number, string>;

  constructor(stations: Iterable<Place>, roots: ReadonlyMap<number, string>) {
    this.#roots = roots;
    for (const station of stations) {
      const root = roots.get(station.id);
      if (root === undefined) continue;
      const key = keyOf(root, ...cellOf(station));
      const cell = this.#cells.get(key);
      if (cell) cell.push(station);
      else this.#cells.set(key, [station]);
    }
  }

  /** Ids of the nearest other stations within 15 km, nearest first. */
  of(station: Place): number[] {
    const root = this.#roots.get(station.id);
    if (root === undefined) return [];
    const [row, column] = cellOf(station);
    const shrink = Math.max(0.05, Math.cos((station.latitude * Math.PI) / 180));
    const across = Math.ceil(NEAR_KM / (KM_OF_DEGREE * CELL_DEGREES * shrink));
    const nearest: Neighbour[] = [];
    const columns = Math.round(360 / CELL_DEGREES);
    for (let down = -1; down <= 1; down += 1) {
      for (let aside = -across; aside <= across; aside += 1) {
        const wrapped = (((column + aside) % columns) + columns) % columns;
        for (const other of this.#cells.get(keyOf(root, row + down, wrapped)) ?? []) {
          const km = distance(station, other);
          if (other.id !== station.id && km <= NEAR_KM) takeNearer(nearest, { id: other.id, km });
        }
      }
    }
    return nearest.map(({ id }) => id);
  }
}

interface Neighbour {
  id: number;
  km: number;
}

const compare = (one: Neighbour, other: Neighbour) => one.km - other.km || one.id - other.id;

/** Puts a neighbour among the nearest ones, in their order, where it is one of them: tens of thousands may be near. */
function takeNearer(nearest: Neighbour[], one: Neighbour): void {
  if (nearest.length === MOST_PEERS && compare(one, nearest.at(-1)!) > 0) return;
  let place = nearest.length;
  while (place > 0 && compare(one, nearest[place - 1]!) < 0) place -= 1;
  nearest.splice(place, 0, one);
  if (nearest.length > MOST_PEERS) nearest.pop();
}

const keyOf = (root: string, row: number, column: number) => `${root}/${row}/${column}`;

function cellOf({ latitude, longitude }: Place): [number, number] {
  const east = (((longitude + 180) % 360) + 360) % 360;
  return [Math.floor(latitude / CELL_DEGREES), Math.floor(east / CELL_DEGREES)];
}

function distance(one: Place, other: Place): number {
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180);
  const apart = Math.abs(one.longitude - other.longitude);
  const east = Math.min(apart, 360 - apart) * Math.cos(middle);
  return KM_OF_DEGREE * Math.hypot(one.latitude - other.latitude, east);
}

/**
 * Power of neighbours as a share of what a clear sky gives each of them, their middle one, in five minutes of [from, to). NaN where fewer than two of
 * them are known, and with the Sun too low. `clear` keeps what was computed of a neighbour for others.
 */
export async function peerShares(
  fleet: Pick<Fleet, 'devicesOf' | 'station'>,
  {
    peers,
    from,
    to,
    measured,
  }: { peers: readonly number[]; from: number; to: number; measured: ReadonlyMap<number, MeasuredColumns> },
  clear: Map<string, Float64Array>,
): Promise<Float64Array | undefined> {
  const known: { station: FleetStation; pv: Float64Array; clear: Float64Array }[] = [];
  for (const id of peers) {
    const [station, of] = [fleet.station(id), measured.get(id)];
    if (station && of)
      known.push({ station, pv: of.pv, clear: await clearOf(fleet, station, { from, to }, clear) });
  }
  if (known.length < LEAST_PEERS) return undefined;
  return Float64Array.from({ length: (to - from) / BUCKET_MS }, (_, row) => {
    const shares = known.flatMap(({ station, pv, clear: most }) =>
      Number.isNaN(pv[row]!) || most[row]! < LEAST_LIGHT * station.capacityKw * 1000
        ? []
        : [pv[row]! / most[row]!],
    );
    return shares.length < LEAST_PEERS ? NaN : median(shares);
  });
}

/** Models of arrays that are asked in one go, before others have a turn. */
const MODELS_AT_ONCE = 5000;

async function clearOf(
  fleet: Pick<Fleet, 'devicesOf'>,
  station: FleetStation,
  { from, to }: { from: number; to: number },
  clear: Map<string, Float64Array>,
): Promise<Float64Array> {
  const key = `${station.id} ${from} ${to}`;
  const known = clear.get(key);
  if (known) return known;
  const model = modelOf(fleet, station, from);
  await inSmallSteps(prepareSteps(model));
  const times = middlesOf(from, to);
  const power = new Float64Array(times.length);
  const rows = Math.ceil(MODELS_AT_ONCE / (10 + model.arrays.length));
  for (let row = 0; row < times.length; row += rows) {
    power.set(clearPower(model, skyColumns(times.subarray(row, row + rows), model.site)), row);
    await nextRound();
  }
  clear.set(key, power);
  return power;
}
