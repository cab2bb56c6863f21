import { AUDIT_OBJECTS, routes, type AuditObject, type RouteDefinition } from '@sunfleet/contract';

/** What a row of the log says of its object. */
export interface ObjectMark {
  action: string;
  allowed: boolean;
  objectType: string;
  objectId: string;
}

/** What `:id` stands for in a path that begins so. A hand-over has no name of its own. */
const BY_PATH: readonly (readonly [string, AuditObject | null])[] = [
  ['/stations/', 'station'],
  ['/station-batches/', 'stationBatch'],
  ['/device-imports/', 'deviceImport'],
  ['/devices/', 'device'],
  ['/organisations/', 'organisation'],
  ['/ingest-keys/', 'ingestKey'],
  ['/alarms/', 'alarm'],
  ['/alarm-shields/', 'alarmShield'],
  ['/alarm-rules/', 'alarmRule'],
  ['/invites/', 'invite'],
  ['/roles/', 'role'],
  ['/runs/', 'run'],
  ['/grants/', 'grant'],
  ['/hand-overs/', null],
  ['/disputes/', null],
  ['/station-exports/', null],
  ['/device-batches/', 'deviceBatch'],
  ['/instructions/', 'instruction'],
  ['/instruction-sets/', 'instructionSet'],
  ['/labels/', 'label'],
  ['/components/', 'component'],
  ['/products/', 'product'],
  ['/own-profiles/', 'ownProfile'],
  ['/sims/', 'sim'],
  ['/tasks/', 'task'],
  ['/firmware/', 'firmware'],
  ['/firmware-upgrades/', null],
  ['/firmware-keys/', 'firmwareKey'],
  ['/tariffs/', 'tariff'],
  ['/saved-views/', 'savedView'],
  ['/api-keys/', 'apiKey'],
  ['/ups/user/passkeys/', 'passkey'],
  ['/ups/user/sessions/', 'session'],
  ['/ups/user/', 'user'],
  ['/imports/', 'import'],
  ['/proposals/', 'proposal'],
  ['/outbox/', 'message'],
];

/** Type of the object whose id stands in a path; undefined for a path that the list above does not have. */
export function typeInPath(path: string): AuditObject | null | undefined {
  return BY_PATH.find(([start]) => path.startsWith(start))?.[1];
}

/** What an entry is about. A refused try names a route, and the route's path says what was asked for. */
export function objectOf({ action, allowed, objectType, objectId }: ObjectMark) {
  const type = allowed ? AUDIT_OBJECTS.find((known) => known === objectType) : typeOfDenied(action);
  // The id of a refused try is text that the caller chose, so it may be no id.
  return type && /^[1-9]\d{0,17}$/.test(objectId) ? { type, id: objectId } : undefined;
}

function typeOfDenied(action: string): AuditObject | null | undefined {
  const name = action.replace(/^denied\./, '');
  const route = (routes as Record<string, RouteDefinition>)[name];
  return route?.path.includes('/:id') ? typeInPath(route.path) : undefined;
}
