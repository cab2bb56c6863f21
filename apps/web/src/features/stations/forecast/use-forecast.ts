import { useCall } from '../../../lib/call/use-call.ts';

/** How today goes on follows from how it went so far. */
const REFETCH_MS = 5 * 60_000;

export const useForecast = (id: number, enabled = true) =>
  useCall('stationForecast', { params: { id } }, { enabled, refetchMs: REFETCH_MS });
