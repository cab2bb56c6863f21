import type { WeatherColumns } from '@sunfleet/analysis';
import type { FleetStation } from '../fleet/index.ts';

/**
 * What a weather provider says of a station at some times (epoch milliseconds), a value each; NaN where it knows nothing. Undefined where no provider
 * serves the place.
 */
export type WeatherAt = (
  station: Pick<FleetStation, 'id' | 'latitude' | 'longitude'>,
  times: Float64Array,
) => Promise<WeatherColumns | undefined>;
