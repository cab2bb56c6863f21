import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { AppError } from '../../platform/errors.ts';
import { maskFor } from '../accounts/index.ts';
import { requireDevice } from '../devices/index.ts';
import type { Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { partOf } from '../telemetry/index.ts';
import { inverterKpis } from './inverter-kpis.ts';
import { shownBuckets } from './kpi-figures.ts';
import { checkKpiRange } from './kpi-range.ts';
import { openPortfolioKpis } from './portfolio-kpis.ts';
import { readDeviceSums, readStationSums } from './read-kpi-sums.ts';

export function registerKpisRoutes(server: HttpServer, fleet: Pick<Fleet, 'devicesOf'>): void {
  const { db, samples } = server.platform;
  const portfolio = openPortfolioKpis(server.platform);
  // What a station should give follows from its place, which visitors are shown only roughly.
  const hides = (actor: Parameters<typeof maskFor>[0]) => maskFor(actor).active;
  registerRoute(server, 'stationKpis', async ({ actor }, { params, query }) => {
    await requireStation(db, actor, params.id, 'telemetry.view');
    checkKpiRange(query);
    const sums = await readStationSums(samples, [params.id], query);
    return shownBuckets(sums, { isHidden: hides(actor) });
  });
  registerRoute(server, 'stationInverterKpis', async ({ actor }, { params, query }) => {
    await requireStation(db, actor, params.id, 'telemetry.view');
    const range = { ...query, grain: 'year' } as const;
    checkKpiRange(range);
    return inverterKpis(server.platform, fleet, { station: params.id, range, isHidden: hides(actor) });
  });
  registerRoute(server, 'deviceKpis', async ({ actor }, { params, query }) => {
    const { id, kind, meterRole, stationId } = await requireDevice(db, actor, params.id, 'telemetry.view');
    if (stationId === null || partOf({ kind, meterRole }) !== 'producer')
      throw new AppError('noInverterKpis', { id });
    checkKpiRange(query);
    const sums = await readDeviceSums(samples, { devices: [id], station: stationId }, query);
    const isOne = fleet.devicesOf(stationId).filter((device) => partOf(device) === 'producer').length <= 1;
    return shownBuckets(sums.get(id)!, { isHidden: hides(actor), isPart: !isOne });
  });
  registerRoute(server, 'portfolioKpis', async ({ actor }, { query }) => {
    checkKpiRange(query);
    const { sums, stations } = await portfolio(actor, query);
    return { stations, ...shownBuckets(sums, { isHidden: hides(actor) }) };
  });
}
