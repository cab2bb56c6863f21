import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import * as z from 'zod';
import { requestOf, type WalkRequest } from './requests.ts';
import { KINDS, type Ids, type Kind } from './world.ts';

/** Fields whose name is not that of a kind. */
const FIELDS: Readonly<Record<string, Kind>> = {
  userId: 'member',
  userIds: 'member',
  parentId: 'organisation',
  organizationId: 'organisation',
  batchId: 'deviceBatch',
  batchIds: 'deviceBatch',
  sns: 'sn',
  parentSn: 'sn',
  collectorSn: 'sn',
};

/** What `ids`, `id`, `add` and the like are of a route. */
const OF_ROUTE: readonly (readonly [RegExp, RegExp, Kind])[] = [
  [/Sims$/, /^ids?$/, 'sim'],
  [/Alarms$/, /^ids$/, 'alarm'],
  [/^labelDevices$/, /^ids$/, 'device'],
  [/Stations|Revenues|Covers|DayCurves/, /^ids$/, 'station'],
  [/^label/, /^(?:add|remove)$/, 'label'],
  [/^plantAuthority$/, /^id$/, 'station'],
  [/^deleteMember$/, /^id$/, 'member'],
  [/^listTasks$/, /^id$/, 'task'],
];

function kindOf(name: RouteName, field: string): Kind | undefined {
  const word = FIELDS[field] ?? /^(\w+?)(?:Ids?)?$/.exec(field)?.[1];
  const kind = KINDS.find((known) => known === word && (known === 'sn' || field !== known));
  return kind ?? OF_ROUTE.find(([route, key]) => route.test(name) && key.test(field))?.[2];
}

type Json = Record<string, unknown>;
interface Place {
  part: 'body' | 'query';
  path: (string | number)[];
  kind: Kind;
  isList: boolean;
}

/** Where a route takes the id of an object beside its path, at whatever depth. */
function placesOf(name: RouteName): Place[] {
  const route: RouteDefinition = routes[name];
  const places = new Map<string, Place>();
  const look = (schema: Json, part: Place['part'], path: (string | number)[]): void => {
    for (const [field, of] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
      const at = [...path, field];
      const kind = kindOf(name, field);
      const isList = of['type'] === 'array';
      if (kind) places.set(`${part} ${at.join('.')}`, { part, path: at, kind, isList });
      look(of, part, at);
    }
    if (schema['items']) look(schema['items'] as Json, part, [...path, 0]);
    for (const option of (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[]) look(option, part, path);
  };
  for (const part of ['body', 'query'] as const) {
    const schema = route[part];
    if (schema) look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, part, []);
  }
  return [...places.values()];
}

function put(into: Json, [first, ...rest]: (string | number)[], value: unknown): void {
  const key = String(first);
  if (rest.length === 0) into[key] = value;
  else {
    if (typeof into[key] !== 'object' || into[key] === null)
      into[key] = typeof rest[0] === 'number' ? [] : {};
    put(into[key] as Json, rest, value);
  }
}

export interface NestedRequest {
  place: string;
  /** What stands there. */
  kind: Kind;
  request: WalkRequest;
}

/** Each request of somebody about what is theirs, with one id in body or query that is another's. */
export function nestedRequests(name: RouteName, own: Ids, foreign: Ids): NestedRequest[] {
  return placesOf(name).map(({ part, path, kind, isList }) => {
    const id = kind === 'sn' ? foreign.sn : Number(foreign[kind]);
    const request = structuredClone(requestOf(name, own));
    const address = new URL(request.url, 'http://walk');
    if (part === 'query') address.searchParams.set(String(path[0]), String(id));
    else put((request.payload ??= {}) as Json, path, isList ? [id] : id);
    return {
      place: `${name} ${path.join('.')}`,
      kind,
      request: { ...request, url: address.pathname + address.search },
    };
  });
}

/** Places that take the id of another's object: what is about it is left out of the answer, or told as not there. */
const LEFT_OUT: readonly RegExp[] = [
  /^(?:list|export|map)\w+ (?!devices|stations)/,
  /^\w+AlarmRule(?:Cost)? (?:rule\.)?(?:stationIds|labelIds)$/,
  /^shieldAlarms labelId$/,
  /^addDevices productId$/,
  /^(?:createTask|updateTask|run\w+Set) (?:task\.)?target\.(?:stationIds|labelIds)$/,
  /^(?:label|favourite|grant|move|name)SeveralStations /,
  /^(?:checkDeviceBatch|checkDevices|lookUpSerials|addDevices|openDispute) .*sns?$/i,
  /^checkDeviceBatch filters\.stationId$/,
  /^removeFromDeviceBatch deviceIds$/,
  /^queryGrants stationId$/,
  /^createGrant object\.organisationId$/,
  /^(?:editSims|renewSims) ids$/,
  /^stationDayCurves ids$/,
  /^(?:check|start)FirmwareUpgrade (?:stationIds|labelIds|filters\.\w+)$/,
];

/** Whether a place takes the id of another's object and leaves what is about it out. */
export const isLeftOut = (place: string): boolean => LEFT_OUT.some((known) => known.test(place));
