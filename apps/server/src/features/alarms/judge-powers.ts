import { partOf } from '../telemetry/index.ts';
import { alarmsOfCode, raiseAlarm, recoverAlarm, type AlarmRecord, type AlarmSubject } from './alarm-book.ts';
import type { AlarmEngine } from './alarm-engine.ts';
import { readHighPowers } from './high-powers.queries.ts';
import { CALM_MS, calmLimit, implausibleSince, MEAN_MS, type PowerMean } from './implausible-power.ts';

const CODE = 'implausiblePower';

/**
 * Raises the alarms of stations that give more than their modules can, and ends the others. It follows from stored means and the
 * capacity alone: nothing is remembered between two looks, and every server comes to the same.
 */
export async function judgePowers(engine: AlarmEngine): Promise<void> {
  const { platform, fleet, book } = engine;
  const now = platform.clock.now();
  const capacityOf = (station: number) => fleet.station(station)?.capacityKw ?? 0;
  const high = await readHighPowers(platform.samples, {
    since: now - CALM_MS,
    limitOf: (station) => (capacityOf(station) > 0 ? calmLimit(capacityOf(station)) : undefined),
  });
  const told = new Set<number>();
  for (const record of alarmsOfCode(book, CODE)) {
    const station = record.stationId ?? 0;
    const means = high.get(station) ?? [];
    const goesOn = implausibleSince(means, { capacityKw: capacityOf(station), stands: record.beganAt });
    if (goesOn === undefined || told.has(station)) recoverAlarm(book, record, now);
    else {
      told.add(station);
      sightUntil(engine, record, means);
    }
  }
  for (const [station, means] of high) {
    const since = told.has(station)
      ? undefined
      : implausibleSince(means, { capacityKw: capacityOf(station) });
    const subject = since === undefined ? undefined : subjectOf(engine, station);
    if (since === undefined || !subject) continue;
    const record = raiseAlarm(book, subject, since);
    if (!record.row) record.lastSeenAt = endOf(means);
  }
}

const endOf = (means: readonly PowerMean[]): number => (means.at(-1)?.start ?? 0) + MEAN_MS;

function sightUntil({ book }: AlarmEngine, record: AlarmRecord, means: readonly PowerMean[]): void {
  if (endOf(means) <= record.lastSeenAt) return;
  record.lastSeenAt = endOf(means);
  (record.announced ? book.sighted : book.changed).add(record);
}

/**
 * The alarm of a station. Alarms are of devices: this one is of the device that was first among those whose power the station's is, so
 * that every server names the same.
 */
function subjectOf({ fleet }: AlarmEngine, stationId: number): AlarmSubject | undefined {
  const devices = fleet.devicesOf(stationId).toSorted((a, b) => a.id - b.id);
  const device =
    devices.find((each) => partOf(each) === 'producer') ??
    devices.find((each) => partOf(each) === 'generationMeter');
  return (
    device && {
      deviceId: device.id,
      stationId,
      type: 'implausiblePower',
      code: CODE,
      level: 'general',
      textKey: 'faults.platform.implausiblePower',
    }
  );
}
