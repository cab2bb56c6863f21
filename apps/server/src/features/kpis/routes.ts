import type { KpiBuckets, RouteName, RouteRequest, routes } from '@sunfleet/contract';
import type { FastifyReply } from 'fastify';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { nameFile } from '../../platform/http/name-file.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { maskFor } from '../accounts/index.ts';
import { requireDevice } from '../devices/index.ts';
import type { Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { partOf } from '../telemetry/index.ts';
import { inverterKpis } from './inverter-kpis.ts';
import { kpiFile } from './kpi-file.ts';
import { shownBuckets } from './kpi-figures.ts';
import { checkKpiRange } from './kpi-range.ts';
import { openPortfolioKpis } from './portfolio-kpis.ts';
import { readDeviceSums, readStationSums, type KpiQuery } from './read-kpi-sums.ts';

type FileQuery = RouteRequest<(typeof routes)['exportPortfolioKpis']>['query'];
type Asked = RequestContext & { actor: Actor };

export function registerKpisRoutes(server: HttpServer, fleet: Pick<Fleet, 'devicesOf'>): void {
  const { db, samples, text } = server.platform;
  const portfolio = openPortfolioKpis(server.platform);
  // What a station should give follows from its place, which visitors are shown only roughly.
  const hides = (actor: Actor) => maskFor(actor).active;

  async function ofStation(actor: Actor, id: number, query: KpiQuery) {
    await requireStation(db, actor, id, 'telemetry.view');
    checkKpiRange(query);
    return shownBuckets(await readStationSums(samples, [id], query), { isHidden: hides(actor) });
  }
  async function ofDevice(actor: Actor, device: number, query: KpiQuery) {
    const { id, kind, meterRole, stationId } = await requireDevice(db, actor, device, 'telemetry.view');
    if (stationId === null || partOf({ kind, meterRole }) !== 'producer')
      throw new AppError('noInverterKpis', { id });
    checkKpiRange(query);
    const sums = await readDeviceSums(samples, { devices: [id], station: stationId }, query);
    const isOne = fleet.devicesOf(stationId).filter((each) => partOf(each) === 'producer').length <= 1;
    return shownBuckets(sums.get(id)!, { isHidden: hides(actor), isPart: !isOne });
  }
  async function ofAll(actor: Actor, query: KpiQuery) {
    checkKpiRange(query);
    const { sums, stations } = await portfolio(actor, query);
    return { stations, ...shownBuckets(sums, { isHidden: hides(actor) }) };
  }
  const send = (
    { context, name, reply }: { context: Asked; name: RouteName; reply: FastifyReply },
    { from, to, format }: FileQuery,
    find: () => Promise<KpiBuckets>,
  ) =>
    sendFile(server, { context, name, reply }, async () => {
      const found = await find();
      nameFile(reply, `key-figures-${from}-${to}`, format);
      return kpiFile(found, { text, language: context.language, format });
    });

  registerRoute(server, 'stationKpis', ({ actor }, { params, query }) => ofStation(actor, params.id, query));
  registerRoute(server, 'stationInverterKpis', async ({ actor }, { params, query }) => {
    await requireStation(db, actor, params.id, 'telemetry.view');
    const range = { ...query, grain: 'year' } as const;
    checkKpiRange(range);
    return inverterKpis(server.platform, fleet, { station: params.id, range, mask: maskFor(actor) });
  });
  registerRoute(server, 'deviceKpis', ({ actor }, { params, query }) => ofDevice(actor, params.id, query));
  registerRoute(server, 'portfolioKpis', ({ actor }, { query }) => ofAll(actor, query));
  registerRoute(server, 'exportStationKpis', (context, { params, query }, { reply }) =>
    send({ context, name: 'exportStationKpis', reply }, query, () =>
      ofStation(context.actor, params.id, query),
    ),
  );
  registerRoute(server, 'exportDeviceKpis', (context, { params, query }, { reply }) =>
    send({ context, name: 'exportDeviceKpis', reply }, query, () =>
      ofDevice(context.actor, params.id, query),
    ),
  );
  registerRoute(server, 'exportPortfolioKpis', (context, { query }, { reply }) =>
    send({ context, name: 'exportPortfolioKpis', reply }, query, () => ofAll(context.actor, query)),
  );
}
