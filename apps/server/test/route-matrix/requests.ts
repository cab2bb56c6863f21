import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import type { Ids, Kind } from './world.ts';

/** Which kind of object a route names by `:id` (or `:code`), by the beginning of its path. */
const OBJECT_OF: readonly (readonly [string, Kind])[] = [
  ['/stations/:id', 'station'],
  ['/devices/:id', 'device'],
  ['/organisations/:id', 'organisation'],
  ['/invites/:code', 'inviteCode'],
  ['/invites/:id', 'invite'],
  ['/roles/:id', 'role'],
  ['/grants/:id/revoke', 'grant'],
  ['/grants/:id', 'offer'],
  ['/hand-overs/:id', 'handOver'],
  ['/labels/:id', 'label'],
  ['/api-keys/:id', 'apiKey'],
  ['/ingest-keys/:id', 'ingestKey'],
  ['/ups/user/passkeys/:id', 'passkey'],
  ['/ups/user/sessions/:id', 'session'],
  ['/ups/user/:id', 'member'],
  ['/imports/:id', 'import'],
  ['/outbox/:id', 'message'],
];

/** The kind of object that stands in the path of a route. */
export function objectOf(route: RouteDefinition): Kind | undefined {
  if (!/:(id|code)/.test(route.path)) return undefined;
  const kind = OBJECT_OF.find(([start]) => route.path.startsWith(start))?.[1];
  if (!kind) throw new Error(`the walk does not know what :id is in ${route.path}`);
  return kind;
}

type Input = (ids: Ids) => object;
const number = (id: string) => Number(id);
const inDays = (days: number) => Date.UTC(2026, 5, 21 + days);
const unique = () => Math.random().toString(36).slice(2, 10);

/** Query of routes that ask for one, with objects where they name some. */
const QUERIES: Partial<Record<RouteName, Input>> = {
  stationEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  deviceEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  deviceHistory: () => ({ points: 'ac.power', from: 1_750_000_000_000, to: 1_750_003_600_000 }),
  portfolioEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  plantAuthority: (ids) => ({ id: ids.station, type: 1 }),
  removeMember: (ids) => ({ userId: ids.member, organizationId: ids.organisation }),
  deleteMember: (ids) => ({ id: ids.member }),
  findUser: () => ({ condition: 'nobody@example.test' }),
  listAudit: (ids) => ({ stationId: ids.station }),
  listAlarms: (ids) => ({ stationId: ids.station }),
  listDevices: (ids) => ({ stationId: ids.station }),
};

/** Body of routes that ask for one. */
const BODIES: Partial<Record<RouteName, Input>> = {
  createIngestKey: () => ({ name: 'Made by the walk' }),
  createStation: (ids) => ({
    name: `Walk ${unique()}`,
    type: 'commercial',
    capacityKw: 10,
    latitude: 40,
    longitude: -3,
    organisationId: number(ids.organisation),
  }),
  addDevice: () => ({ sn: `WALK${unique()}`, kind: 'inverter' }),
  startImport: (ids) => ({
    fileId: '00000000-0000-4000-8000-000000000000',
    mapping: {
      stationId: number(ids.station),
      timeColumn: 'time',
      timeZone: 'UTC',
      sn: 'WALK',
      columns: [{ column: 'p', point: 'ac.power' }],
    },
  }),
  changePassword: () => ({ oldPassword: 'Wrong-One-1', password: 'Another-One-1' }),
  updateInfo: () => ({ name: 'Walker' }),
  updateSettings: () => ({ appearance: 'dark' }),
  switchAccountType: () => ({ accountType: 'personal', password: 'Wrong-One-1' }),
  startTotp: () => ({ password: 'Wrong-One-1' }),
  confirmTotp: () => ({ code: '000000' }),
  disableTotp: () => ({ password: 'Wrong-One-1' }),
  startPasskey: () => ({ password: 'Wrong-One-1' }),
  addPasskey: () => ({ ceremonyId: 'none', response: {}, name: 'Walk' }),
  createApiKey: () => ({ name: 'Walk', permissions: ['stations.view'], expiresInDays: 1 }),
  cancelAccount: () => ({ validateCode: '000000', stations: [] }),
  createOrganisation: (ids) => ({ name: `Below ${unique()}`, parentId: number(ids.organisation) }),
  updateOrganisation: () => ({ name: `Renamed ${unique()}` }),
  moveOrganisation: (ids) => ({ parentId: number(ids.organisation) }),
  inviteMember: () => ({ role: 'internalReadOnly' }),
  joinOrganisation: (ids) => ({ code: ids.inviteCode }),
  pageMembers: (ids) => ({ organizationId: number(ids.organisation) }),
  changeMemberRole: () => ({ role: 'internalReadOnly' }),
  moveMember: (ids) => ({ organisationId: number(ids.organisation) }),
  resetMemberPassword: (ids) => ({ userId: number(ids.member) }),
  createRole: () => ({
    name: `Role ${unique()}`,
    description: 'Made by the walk',
    attribution: 'internal',
    scope: 'granted',
    permissions: ['stations.view'],
    views: null,
  }),
  updateRole: () => ({ description: 'Changed by the walk' }),
  grantRole: (ids) => ({ userIds: [number(ids.member)] }),
  queryGrants: (ids) => ({ direction: 'given', stationId: number(ids.station) }),
  createGrant: (ids) => ({
    object: { stationIds: [number(ids.station)] },
    to: { account: 'nobody@example.test' },
    role: 'viewer',
    endsAt: inDays(30),
  }),
  handOverStation: () => ({ account: 'nobody@example.test' }),
  shareStation: () => ({ shared: true }),
  changeInstaller: () => ({ organisationCode: 'NOSUCHCODE' }),
  createLabel: () => ({ name: `Label ${unique()}`, color: '#445566' }),
  updateLabel: () => ({ color: '#778899' }),
  labelStation: (ids) => ({ labelIds: [number(ids.label)] }),
  labelDevice: (ids) => ({ labelIds: [number(ids.label)] }),
  labelStations: (ids) => ({ ids: [number(ids.station)], add: [number(ids.label)] }),
  labelDevices: (ids) => ({ ids: [number(ids.device)], add: [number(ids.label)] }),
  saveThemes: () => [],
};

/** Routes that name an object in query or body; out of scope it must not exist for them either. */
export const NAMES_OBJECT: ReadonlySet<RouteName> = new Set<RouteName>([
  'plantAuthority',
  'removeMember',
  'deleteMember',
  'createStation',
  'listDevices',
  'startImport',
  'createOrganisation',
  'pageMembers',
  'resetMemberPassword',
  'createGrant',
  'labelStations',
  'labelDevices',
]);

export interface WalkRequest {
  method: RouteDefinition['method'];
  url: string;
  payload?: object;
}

/** A request that the contract accepts, about the objects of somebody. */
export function requestOf(name: RouteName, ids: Ids): WalkRequest {
  const route: RouteDefinition = routes[name];
  const kind = objectOf(route);
  const id = kind ? ids[kind] : '';
  const path = route.path.replace(/:(id|code)/, id).replace(':sn', 'NOSUCHSN');
  const query = new URLSearchParams(QUERIES[name]?.(ids) as Record<string, string> | undefined).toString();
  const payload = BODIES[name]?.(ids);
  return {
    method: route.method,
    url: `/api${path}${query ? `?${query}` : ''}`,
    ...(payload ? { payload } : {}),
  };
}
