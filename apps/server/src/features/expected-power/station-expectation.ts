import type { StationExpectation } from '@sunfleet/contract';
import { LIGHT_SOURCES, localDayOf } from '@sunfleet/analysis';
import type { Platform } from '../../platform/platform.ts';
import type { FleetStation } from '../fleet/index.ts';
import { learnedOn, readLearned } from './learned.ts';
import { EXPECTED_VERSION } from './model-key.ts';

type Models = StationExpectation['models'];

/** By what the power of a station is expected on a local day: its design, what was learned of it and of its sensors, and how near that came. */
export async function stationExpectation(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  station: FleetStation,
  day = localDayOf(clock.now(), station.timeZone),
): Promise<StationExpectation> {
  const row = await db
    .selectFrom('expectedStations')
    .select(['computedUntil', 'owedFrom', 'calibratedAt'])
    .where('stationId', '=', station.id)
    .executeTakeFirst();
  const learned = learnedOn((await readLearned(db, [station.id])).get(station.id) ?? [], day);
  return {
    version: EXPECTED_VERSION,
    models: modelsOf(station, day),
    design: station.design?.some(({ from }) => from === null || from <= day) ? 'arrays' : 'capacity',
    computedUntil: row?.computedUntil?.getTime() ?? null,
    isBehind: (row?.owedFrom ?? null) !== null,
    lookedAt: row?.calibratedAt?.getTime() ?? null,
    calibration: learned
      ? {
          id: learned.id,
          learnedAt: learned.createdAt.getTime(),
          validFrom: learned.validFrom,
          from: learned.from,
          to: learned.to,
          limit: learned.limit,
          sources: LIGHT_SOURCES.flatMap((source) => {
            const of = learned.sources[source];
            return of ? [{ source, days: of.days, rows: of.rows, rmse: of.rmse, bias: of.bias }] : [];
          }),
          refused: learned.refused,
          faults: learned.faults,
        }
      : null,
  };
}

function modelsOf({ design }: Pick<FleetStation, 'design'>, day: string): Models {
  const version = design?.findLast(({ from }) => from === null || from <= day);
  const modules = new Set(
    (version?.diode ?? []).map((diode): Models['modules'] => diode?.source ?? 'pvwatts'),
  );
  const [one = 'pvwatts'] = modules;
  return {
    modules: modules.size > 1 ? 'several' : one,
    inverters: version?.inverters?.sandia ? 'sandia' : 'pvwatts',
  };
}
