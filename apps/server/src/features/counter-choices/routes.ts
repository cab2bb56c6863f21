import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Fleet, SunlightOf } from '../fleet/index.ts';
import { chooseCounter } from './choose-counter.ts';
import { compareCounters } from './compare-counters.ts';
import { listChoices } from './list-choices.ts';

/** Stations that are looked at at the same time: each may take half a minute. */
const COMPARED_AT_ONCE = { atOnce: 2, ofOne: 1, waitingEach: 5 } as const;

interface Parts {
  fleet: Fleet;
  sunlight: SunlightOf;
}

export function registerCounterChoicesRoutes(server: HttpServer, platform: Platform, parts: Parts): void {
  registerRoute(server, 'listCounterChoices', ({ actor }, { params }) =>
    listChoices(platform, actor, params.id),
  );
  registerRoute(server, 'chooseCounter', (context, { params, body }) =>
    chooseCounter(platform, context, { stationId: params.id, ...body }),
  );
  const comparing = createTurns(COMPARED_AT_ONCE);
  registerRoute(
    server,
    'compareCounters',
    ({ actor }, { params }) => compareCounters({ ...platform, ...parts }, actor, params.id),
    { inTurn: byOrganisation(comparing) },
  );
}
