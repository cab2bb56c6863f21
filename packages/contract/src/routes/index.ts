import * as accounts from './accounts.ts';
import * as alarms from './alarms.ts';
import * as devices from './devices.ts';
import * as imports from './imports.ts';
import * as ingest from './ingest.ts';
import * as live from './live.ts';
import * as organisations from './organisations.ts';
import * as platform from './platform.ts';
import * as portfolio from './portfolio.ts';
import * as stations from './stations.ts';
import * as themes from './themes.ts';

/** The route table: every call of the product under one name. */
export const routes = {
  login: accounts.login,
  visitor: accounts.visitor,
  refreshToken: accounts.refreshToken,
  logout: accounts.logout,
  personalInfo: accounts.personalInfo,
  listNodes: accounts.listNodes,
  listThemes: themes.listThemes,
  createIngestKey: organisations.createIngestKey,
  listStations: stations.listStations,
  mapStations: stations.mapStations,
  getStation: stations.getStation,
  createStation: stations.createStation,
  stationPower: stations.stationPower,
  stationEnergy: stations.stationEnergy,
  stationLatest: stations.stationLatest,
  listDevices: devices.listDevices,
  getDevice: devices.getDevice,
  addDevice: devices.addDevice,
  deviceLatest: devices.deviceLatest,
  deviceHistory: devices.deviceHistory,
  deviceEnergy: devices.deviceEnergy,
  portfolioOverview: portfolio.portfolioOverview,
  portfolioPower: portfolio.portfolioPower,
  portfolioEnergy: portfolio.portfolioEnergy,
  listAlarms: alarms.listAlarms,
  previewImport: imports.previewImport,
  startImport: imports.startImport,
  getImport: imports.getImport,
  listImports: imports.listImports,
  cancelImport: imports.cancelImport,
  liveStream: live.liveStream,
  pushTelemetry: ingest.pushTelemetry,
  pushInflux: ingest.pushInflux,
  health: platform.health,
} as const;

export type RouteName = keyof typeof routes;
