import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTariff } from './create-tariff.ts';
import { deleteTariff } from './delete-tariff.ts';
import { readRates, saveExchangeRates } from './exchange-rates.ts';
import { listTariffs } from './list-tariffs.ts';
import { listRevenues, sumRevenues } from './revenue/counted-revenues.ts';
import { stationRevenue } from './revenue/station-revenue.ts';
import { stationStorageValue } from './revenue/station-storage-value.ts';
import { setStationTariffs } from './set-station-tariffs.ts';
import { stationTariffs } from './station-tariffs.ts';
import { updateTariff } from './update-tariff.ts';

export function registerTariffsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listTariffs', ({ actor }) => listTariffs(platform, actor));
  registerRoute(server, 'createTariff', (context, { body }) => createTariff(platform, context, body));
  registerRoute(server, 'updateTariff', (context, { params, body }) =>
    updateTariff(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'deleteTariff', (context, { params }) => deleteTariff(platform, context, params.id));
  registerRoute(server, 'stationTariffs', ({ actor }, { params }) =>
    stationTariffs(platform, actor, params.id),
  );
  registerRoute(server, 'setStationTariffs', (context, { params, body }) =>
    setStationTariffs(platform, context, { id: params.id, ...body }),
  );
  registerRoute(server, 'stationRevenue', ({ actor }, { params }) =>
    stationRevenue(platform, actor, params.id),
  );
  registerRoute(server, 'stationStorageValue', ({ actor }, { params, query }) =>
    stationStorageValue(platform, actor, { id: params.id, ...query }),
  );
  registerRoute(server, 'listRevenues', ({ actor }, { query }) => listRevenues(platform, actor, query.ids));
  registerRoute(server, 'sumRevenues', ({ actor }, { query }) =>
    sumRevenues(platform, actor, query.currency),
  );
  registerRoute(server, 'listExchangeRates', ({ actor }) => readRates(platform.db, actor));
  registerRoute(server, 'saveExchangeRates', (context, { body }) =>
    saveExchangeRates(platform, context, body),
  );
}
