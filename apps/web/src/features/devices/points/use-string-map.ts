import { localDayOf } from '@sunfleet/analysis';
import { stringMap, type DeviceDetail, type StringMap } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useCall } from '../../../lib/call/use-call.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** What hangs on the inputs of a device today by the design of its station; undefined where none tells it, or as long as nobody needs it. */
export function useStringMap({ sn, name, station }: DeviceDetail, isNeeded: boolean): StringMap | undefined {
  const design = useCall(
    'stationDesignOf',
    { params: { id: station?.id ?? 0 } },
    { enabled: isNeeded && station !== null },
  );
  // A design with one inverter is of the only one of its station, whatever both are called.
  const hasOne = design.data?.versions.some(({ inverters }) => inverters.length === 1) ?? false;
  const inverters = useCall(
    'listDevices',
    { query: { stationId: station?.id ?? 0, kind: ['inverter', 'hybrid', 'micro'], pageSize: 1 } },
    { enabled: isNeeded && station !== null && hasOne },
  );
  const isAlone = inverters.data?.total === 1;
  const now = useNow(60_000);
  const today = station ? localDayOf(now, station.timeZone) : '';
  return useMemo(() => {
    const version = design.data?.versions.findLast(({ from }) => from === null || from <= today);
    return version && stringMap(version, { sn, name, isAlone });
  }, [design.data, today, sn, name, isAlone]);
}
