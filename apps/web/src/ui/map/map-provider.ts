import gcoord from 'gcoord';

/** Datum of a provider's tiles. Storage is WGS-84; Gaode draws in GCJ-02, Baidu in BD-09. */
export type Datum = 'WGS-84' | 'GCJ-02' | 'BD-09';

/** Where the map's background comes from. Without one, the shipped outline of the world is drawn. */
export interface MapProvider {
  /** Address of a style document, or of raster tiles with `{z}`, `{x}` and `{y}`. */
  style?: string;
  tiles?: string;
  datum: Datum;
  /** Who must be named on the map. */
  credit?: string;
}

const SYSTEMS = { 'WGS-84': gcoord.WGS84, 'GCJ-02': gcoord.GCJ02, 'BD-09': gcoord.BD09 };

/** A stored position (WGS-84) as the provider's map has it: `[longitude, latitude]`. */
export function toDatum(longitude: number, latitude: number, datum: Datum): [number, number] {
  if (datum === 'WGS-84') return [longitude, latitude];
  return gcoord.transform([longitude, latitude], gcoord.WGS84, SYSTEMS[datum]);
}

/** A position of the provider's map as it is stored. */
export function fromDatum(longitude: number, latitude: number, datum: Datum): [number, number] {
  if (datum === 'WGS-84') return [longitude, latitude];
  return gcoord.transform([longitude, latitude], SYSTEMS[datum], gcoord.WGS84);
}

/**
 * The provider of a host, from the file `map-providers.json` beside the page:
 * `[{"host": "cn.example.com", "tiles": "https://…/{z}/{x}/{y}.png", "datum": "GCJ-02", "credit": "…"}]`.
 * Undefined where none is set up or the file cannot be read: the map then works without internet.
 */
export async function findProvider(
  host: string,
  fetchFile: typeof fetch = fetch,
): Promise<MapProvider | undefined> {
  try {
    const response = await fetchFile('map-providers.json');
    const entries = (await response.json()) as (MapProvider & { host: string })[];
    const found = entries.find((entry) => entry.host === host || entry.host === '*');
    const usable = found && (found.style ?? found.tiles) && found.datum in SYSTEMS;
    return usable ? found : undefined;
  } catch {
    return undefined;
  }
}
