import type { RouteName } from '@sunfleet/contract';

/** What a client must know of a route to call it; shapes come from the contract as types only, so no schema code is loaded. */
export interface RouteAddress {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` parameters. */
  path: string;
}

const get = (path: string): RouteAddress => ({ method: 'GET', path });
const post = (path: string): RouteAddress => ({ method: 'POST', path });

/** Method and path of every route of the contract; a test holds it against the contract itself. */
export const ROUTES: Readonly<Record<RouteName, RouteAddress>> = {
  login: post('/ups/user/login'),
  visitor: post('/ups/user/visitor'),
  refreshToken: get('/ups/user/refreshToken'),
  logout: post('/ups/user/logout'),
  personalInfo: get('/ups/user/personalInfo'),
  listNodes: get('/nodes'),
  listThemes: get('/ups/odm/all'),
  createIngestKey: post('/ingest-keys'),
  listStations: get('/stations'),
  mapStations: get('/stations/map'),
  getStation: get('/stations/:id'),
  createStation: post('/stations'),
  stationPower: get('/stations/:id/power'),
  stationEnergy: get('/stations/:id/energy'),
  stationLatest: get('/stations/:id/latest'),
  listDevices: get('/devices'),
  getDevice: get('/devices/:id'),
  addDevice: post('/stations/:id/devices'),
  deviceLatest: get('/devices/:id/latest'),
  deviceHistory: get('/devices/:id/history'),
  deviceEnergy: get('/devices/:id/energy'),
  portfolioOverview: get('/portfolio/overview'),
  portfolioPower: get('/portfolio/power'),
  portfolioEnergy: get('/portfolio/energy'),
  listAlarms: get('/alarms'),
  previewImport: post('/imports/preview'),
  startImport: post('/imports'),
  getImport: get('/imports/:id'),
  listImports: get('/imports'),
  cancelImport: post('/imports/:id/cancel'),
  liveStream: get('/live'),
  pushTelemetry: post('/ingest/v1/:sn/telemetry'),
  pushInflux: post('/ingest/influx'),
  health: get('/health'),
};
