import {
  COMMUNICATION,
  CONNECTIONS,
  DEVICE_STATUSES,
  EXPECTED_BY,
  RUN_MODES,
  STATION_STATUSES,
  type DeviceLive,
  type StationLive,
} from '@sunfleet/contract';

/**
 * What was announced of devices and stations, kept as numbers: only whether something changed is asked of it, and a view of each would cost
 * several times as much.
 */
type NumberOf<View> = (view: View) => number;

const orNaN = (value: number | null) => value ?? NaN;
const placeIn = <Word>(words: readonly Word[], word: Word | null) =>
  word === null ? NaN : words.indexOf(word);

export const OF_DEVICE: readonly NumberOf<DeviceLive>[] = [
  ({ stationId }) => orNaN(stationId),
  ({ status }) => placeIn(DEVICE_STATUSES, status),
  ({ runMode }) => placeIn(RUN_MODES, runMode),
  ({ connection }) => placeIn(CONNECTIONS, connection),
  ({ power }) => orNaN(power),
  ({ energyToday }) => orNaN(energyToday),
  ({ soc }) => orNaN(soc),
  ({ signal }) => orNaN(signal),
  ({ lastDataAt }) => orNaN(lastDataAt),
  ({ lastSeenAt }) => orNaN(lastSeenAt),
  ({ openAlarms }) => openAlarms,
];

export const OF_STATION: readonly NumberOf<StationLive>[] = [
  ({ status }) => placeIn(STATION_STATUSES, status),
  ({ communication }) => placeIn(COMMUNICATION, communication),
  ({ runMode }) => placeIn(RUN_MODES, runMode),
  ({ power }) => orNaN(power),
  ({ load }) => orNaN(load),
  ({ grid }) => orNaN(grid),
  ({ battery }) => orNaN(battery),
  ({ soc }) => orNaN(soc),
  ({ irradiance }) => orNaN(irradiance),
  ({ energyToday }) => orNaN(energyToday),
  ({ energyMonth }) => orNaN(energyMonth),
  ({ energyYear }) => orNaN(energyYear),
  ({ energyTotal }) => orNaN(energyTotal),
  ({ correction }) => correction?.today ?? 0,
  ({ correction }) => correction?.month ?? 0,
  ({ correction }) => correction?.year ?? 0,
  ({ correction }) => correction?.total ?? 0,
  ({ expectedToday }) => orNaN(expectedToday),
  ({ expectedBy }) => placeIn(EXPECTED_BY, expectedBy),
  ({ irradiationToday }) => orNaN(irradiationToday),
  ({ signal }) => orNaN(signal),
  ({ devicesOnline }) => devicesOnline,
  ({ devicesTotal }) => devicesTotal,
  ({ alarms }) => alarms.emergency,
  ({ alarms }) => alarms.general,
  ({ alarms }) => alarms.tip,
  ({ lastDataAt }) => orNaN(lastDataAt),
];

/** Keeps the numbers of a view in a row, from one of its places on; answers whether one of them changed. */
export function keepNumbers<View>(
  numbersOf: readonly NumberOf<View>[],
  view: View,
  kept: Float64Array,
  from = 0,
): boolean {
  let changed = false;
  for (let place = 0; place < numbersOf.length; place += 1) {
    const now = numbersOf[place]!(view);
    const before = kept[from + place]!;
    if (now === before || (Number.isNaN(now) && Number.isNaN(before))) continue;
    kept[from + place] = now;
    changed = true;
  }
  return changed;
}
