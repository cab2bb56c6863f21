import tzLookup from '@photostructure/tz-lookup';
import { meridian } from '@sunfleet/contract';

/** The time zone in which a place lies. */
export const zoneOfPlace = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  tzLookup(latitude, meridian(longitude));
