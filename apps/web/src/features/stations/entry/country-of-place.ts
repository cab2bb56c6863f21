import { loadChunk } from '../../../lib/load-chunk.ts';

/** Degrees, WGS-84. */
interface Place {
  latitude: number;
  longitude: number;
}

/** The country (ISO 3166-1) a place lies in, by borders that come with the page; undefined at sea, or where they could not be loaded. */
export async function countryOf({ latitude, longitude }: Place): Promise<string | undefined> {
  try {
    const { iso1A2Code } = await loadChunk(() => import('@rapideditor/country-coder'));
    return iso1A2Code([longitude, latitude], { level: 'territory' }) ?? undefined;
  } catch {
    return undefined;
  }
}
