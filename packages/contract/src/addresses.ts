import type { ACCOUNT_TYPES } from './words.ts';

/** Addresses of the pages, behind the `#`: for the router, links, messages and scripts. A page moves here alone. */
export const ADDRESSES = {
  start: '/',
  login: '/login',
  register: '/register',
  forgetPassword: '/forget_password',
  changePassword: '/change_password',
  join: '/join',
  europe: '/europePage',
  agreement: '/legal/agreement',
  privacy: '/legal/privacy',
  product: '/platformPro',
  stations: '/platformPro/devOps/powerStation',
  addStation: '/platformPro/devOps/addPowerStation',
  /** Many at once, from a table. */
  addStations: '/platformPro/devOps/addPowerStations',
  /** Stations that were ended and can be restored. */
  endedStations: '/platformPro/devOps/endedStations',
  /** Leads to the stations that the reader marked. */
  favourites: '/platformUser/system/my_collection',
  /** The wizard of the personal edition. */
  addOwnStation: '/platformUser/addPowerStation',
  /** A new account's way to its first data; `?station=` once its station is there. */
  firstSteps: '/platformPro/system/first_steps',
  overview: '/platformPro/devOps/data-overview',
  alarms: '/platformPro/devOps/warning',
  /** By which alarms are found in what devices measure. */
  alarmRules: '/platformPro/devOps/warning/rules',
  /** What keeps alarms quiet. */
  alarmShields: '/platformPro/devOps/warning/shields',
  /** What was wrong with data of a station: `?id=` of it. */
  dataErrors: '/platformPro/analysis/errorRecording',
  /** How many alarms there were, and what that means. */
  alarmStatistics: '/platformPro/analysis/alarm-statistic',
  /** All results of a search: `?q=` what is searched for, `&kind=` of one kind alone. */
  search: '/platformPro/devOps/search_detail',
  devices: '/platformPro/equipment/library',
  device: '/platformPro/equipment/device_detail',
  /** Those that reported and belong to no station. */
  connectedDevices: '/platformPro/equipment/connected',
  /** Requests that an organisation keeps, and sets of them with what was run: `?run=` a run. */
  deviceBatches: '/platformPro/equipment/deviceBatches',
  deviceBatch: '/platformPro/equipment/deviceBatch',
  instructions: '/platformPro/equipment/instructionManagement',
  instructionSets: '/platformPro/equipment/instructionSet',
  /** What anybody may know of a serial number, and of up to 1000 for who is signed in. */
  searchSerial: '/searchDeviceSn',
  searchSerials: '/searchDeviceSn2',
  firmware: '/platformPro/equipment/firmwareLibrary',
  /** `?id=` of it. */
  firmwareDetail: '/platformPro/equipment/firmwareLibrary/detail',
  uploadFirmware: '/platformPro/equipment/firmwareLibrary/upload',
  /** Models as their makers sell them, and `?id=` one of them. */
  products: '/platformPro/equipment/productDevice',
  productDetail: '/platformPro/equipment/productDevice/detail',
  /** What the companion app offers at devices of which products. */
  localModes: '/platformPro/service/local-mode-config',
  /** Devices out of a table. */
  uploadItems: '/platformPro/service/upload-items-to-system',
  uploadTexts: '/platformPro/service/upload-items-to-system/translations',
  /** The point catalogue. */
  points: '/platformPro/equipment/points',
  /** What devices report beyond it. */
  customPoints: '/platformPro/equipment/points/custom',
  /** The user guide: `?part=` a document of it, `&at=` a heading. */
  guide: '/platformPro/help',
  imports: '/platformPro/system/imports',
  newImport: '/platformPro/system/imports/new',
  importRun: '/platformPro/system/imports/run',
  account: '/platformPro/system/account',
  welcome: '/platformPro/system/welcome',
  organisations: '/platformPro/service/organizationInfor',
  roles: '/platformPro/service/permissionSetting',
  authorizations: '/platformPro/service/authorizations',
  labels: '/platformPro/service/labelManagement',
  tariffs: '/platformPro/service/tariffs',
  editTariff: '/platformPro/service/tariffs/edit',
  /** Modules and inverters, and which stations are configured. */
  components: '/platformPro/service/solar-component-config',
  /** Tasks on devices: `?id=` one of them. */
  tasks: '/platformPro/equipment/taskManagement',
  /** Those of them that repeat or begin later. */
  scheduledTasks: '/platformPro/equipment/scheduledTask',
  /** SIM cards: `?id=` one of them, `&alert=` what needs attention. */
  sims: '/platformPro/service/simManagement',
  audit: '/platformPro/service/auditLog',
  commands: '/platformPro/service/commands',
  /** The decoder of frames. */
  tools: '/platformPro/service/tools',
  /** Calls routes of the API: `?route=` one of them. */
  apiConsole: '/platformPro/service/dev-tools-page',
  /** Families of devices, `?id=` one of them, and a profile of one's own that is tried: `?from=` a family. */
  profiles: '/platformPro/service/tools/profiles',
  profile: '/platformPro/service/tools/profile',
  tryProfile: '/platformPro/service/tools/profile/try',
  platform: '/platformPro/service/platform',
  station: '/station-detail',
  /** How the devices of a station hang on each other. `?id=` the station. */
  topology: '/topologyMap',
  /** `?id=` the station. */
  editStation: '/station-detail/edit',
  /** The same, by its older name. */
  editStationOld: '/edit-station',
  /** Another address of a station's page, within operations. */
  stationInOperations: '/platformPro/devOps/station_detail',
  /** A station in plain words, for its owner: `?id=`, or the only one there is. */
  ownStation: '/platformUser/user-station-detail',
} as const;

/** Where an account adds a station: an owner step by step, a professional on one page. */
export const addStationAddress = (accountType: (typeof ACCOUNT_TYPES)[number]): string =>
  accountType === 'personal' ? ADDRESSES.addOwnStation : ADDRESSES.addStation;

/** The list of stations, with the favourites of the reader alone. */
export const FAVOURITE_STATIONS = `${ADDRESSES.stations}?favourite=1`;

/** The list of stations as somebody saved it. */
export const savedViewAddress = (
  id: number | string,
  list: 'stations' | 'alarms' | 'devices' = 'stations',
): string => `${ADDRESSES[list]}?saved=${id}`;

/** A tab of a station's page. */
export const stationAddress = (id: number | string, tab = 'overview'): string =>
  `${ADDRESSES.station}/${tab}?id=${id}`;

/** A station in plain words, for its owner. */
export const ownStationAddress = (id: number | string): string => `${ADDRESSES.ownStation}?id=${id}`;

/** The form of a new station, filled from another one. */
export const copyStationAddress = (id: number | string): string => `${ADDRESSES.addStation}?copy=${id}`;

/** The first steps with a station that is there already. */
export const firstStepsAddress = (stationId: number | string): string =>
  `${ADDRESSES.firstSteps}?station=${stationId}`;

/** All results of a search, or those of one kind. */
export const searchAddress = (q: string, kind?: string): string =>
  `${ADDRESSES.search}?q=${encodeURIComponent(q)}${kind === undefined ? '' : `&kind=${kind}`}`;

export const editStationAddress = (id: number | string): string => `${ADDRESSES.editStation}?id=${id}`;

/** The devices of a station as they hang on each other. */
export const topologyAddress = (id: number | string): string => `${ADDRESSES.topology}?id=${id}`;

export const deviceAddress = (id: number | string, tab?: string): string =>
  `${ADDRESSES.device}?id=${id}${tab === undefined ? '' : `&tab=${tab}`}`;

/** A batch of devices. */
export const deviceBatchAddress = (id: number | string): string => `${ADDRESSES.deviceBatch}?id=${id}`;

/** A product. */
export const productAddress = (id: number | string): string => `${ADDRESSES.productDetail}?id=${id}`;

/** A family of devices. */
export const profileAddress = (id: string): string => `${ADDRESSES.profile}?id=${encodeURIComponent(id)}`;

/** A changed copy of a family. */
export const tryProfileAddress = (from: string): string =>
  `${ADDRESSES.tryProfile}?from=${encodeURIComponent(from)}`;

/** A profile of an organisation. */
export const ownProfileAddress = (id: number | string): string => `${ADDRESSES.tryProfile}?own=${id}`;

/** A task, in the list of them. */
export const taskAddress = (id: number | string): string => `${ADDRESSES.tasks}?id=${id}`;

/** A SIM card, in the list of them. */
export const simAddress = (id: number | string): string => `${ADDRESSES.sims}?id=${id}`;
export const firmwareAddress = (id: number | string): string => `${ADDRESSES.firmwareDetail}?id=${id}`;

/** A part of the user guide, or a heading of it. */
export const guideAddress = (part: string, at = ''): string =>
  `${ADDRESSES.guide}?part=${part}${at ? `&at=${at}` : ''}`;

/** The editor of a tariff, or of a new one that begins as a copy or with an example. */
export const tariffAddress = (begin: { id?: number; copy?: number; example?: string } = {}): string => {
  const [name, value] = Object.entries(begin)[0] ?? [];
  return name === undefined ? ADDRESSES.editTariff : `${ADDRESSES.editTariff}?${name}=${value}`;
};

/** One import: its progress, then its result. */
export const importAddress = (id: number | string): string => `${ADDRESSES.importRun}?id=${id}`;

/** Where an account that exists accepts an invitation. */
export const joinAddress = (code: string): string => `${ADDRESSES.join}?code=${encodeURIComponent(code)}`;

/** Where an account is made; with the code of an invitation, as one of its organisation. */
export const registerAddress = (invite = ''): string =>
  invite ? `${ADDRESSES.register}?invite=${encodeURIComponent(invite)}` : ADDRESSES.register;

/** Code of the invitation at an address that `joinAddress` made; empty at any other. */
export const inviteAt = (address: string): string => {
  const [path, query] = address.split('?');
  return path === ADDRESSES.join ? (new URLSearchParams(query).get('code') ?? '') : '';
};
