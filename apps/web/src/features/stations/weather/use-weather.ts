import { useCall } from '../../../lib/call/use-call.ts';

/** The service is asked once an hour, sensors tell each few minutes. */
const REFETCH_MS = 5 * 60_000;

export const useWeather = (id: number) =>
  useCall('stationWeather', { params: { id } }, { refetchMs: REFETCH_MS });
