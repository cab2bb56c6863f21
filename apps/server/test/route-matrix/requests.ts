import { createHash, randomUUID } from 'node:crypto';
import { fixedTariff } from '@sunfleet/analysis';
import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { INVERTER_SHEET } from './inverter-sheet.ts';
import { sampleBody } from './sample-body.ts';
import { KINDS, type Ids, type Kind } from './world.ts';

/** Words of paths that are not the name of the object they lead to. */
const OBJECT_OF: Readonly<Record<string, Kind>> = {
  outbox: 'message',
  user: 'member',
  'station-batches': 'stationBatch',
  'device-batches': 'deviceBatch',
};

/** The kind of object that stands in the path of a route: `/hand-overs/:id/accept` is about a `handOver`. */
export function objectOf({ path }: RouteDefinition): Kind | undefined {
  const [, words, parameter] = /([\w-]+)\/:(id|code)/.exec(path) ?? [];
  if (!words) return undefined;
  // Only the giver of a grant revokes it; the other routes of grants are about those that wait for an answer.
  if (words === 'grants' && !path.endsWith('/revoke')) return 'offer';
  const singular = words.replace(/s$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = OBJECT_OF[words] ?? (parameter === 'code' ? `${singular}Code` : singular);
  const kind = KINDS.find((known) => known === name);
  if (!kind) throw new Error(`the walk has no object for ${path}: mint one in world.ts`);
  return kind;
}

type Input = (ids: Ids) => object;
const number = (id: string) => Number(id);
const inDays = (days: number) => Date.UTC(2026, 5, 21 + days);
const FIXED = [{ from: null, rules: fixedTariff({ import: 0.3, feedIn: 0.08 }) }];
const CORRECTION = { kind: 'total', from: null, to: null, kwh: 1, inTotal: true, reason: 'Walk' };
const NOTE = { from: '2026-06-01', to: '2026-06-02', text: 'Walk' };
const unique = () => Math.random().toString(36).slice(2, 10);
const taskOf = (ids: Ids) => ({
  name: 'Walk',
  instructionSetId: number(ids.instructionSet),
  target: { deviceIds: [number(ids.device)] },
  schedule: { kind: 'daily', time: '03:00' },
  timeZone: 'UTC',
});
const SIM = {
  msisdn: null,
  operator: null,
  plan: null,
  status: 'active',
  usedMb: null,
  volumeMb: null,
  cycleEnd: null,
  expiresOn: null,
  autoRenew: false,
  imei: null,
  collectorSn: null,
  remark: 'Walk',
};
const mintProduct = () => ({
  manufacturer: `Maker ${unique()}`,
  model: 'P',
  kind: 'inverter',
  specification: {},
  warranty: {},
});
const mintInverter = () => ({
  kind: 'inverter',
  manufacturer: `Maker ${unique()}`,
  model: 'W',
  sheet: INVERTER_SHEET,
});

/** Query of routes that ask for one, with objects where they name some. */
const QUERIES: Partial<Record<RouteName, Input>> = {
  listFirmwareUpgrades: (ids) => ({ firmwareId: ids.firmware }),
  listStationCovers: ({ station }) => ({ ids: station }),
  stationEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  stationAvailability: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  stationDataErrors: () => ({ from: '2026-06-01', to: '2026-06-21' }),
  stationLosses: () => ({ from: '2026-06-01', to: '2026-06-21' }),
  stationKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  stationInverterKpis: () => ({ from: '2026-06-01', to: '2026-06-21' }),
  deviceKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  portfolioKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  exportStationKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21', format: 'xlsx' }),
  exportDeviceKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21', format: 'csv' }),
  exportPortfolioKpis: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21', format: 'csv' }),
  stationStorage: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  stationStorageValue: () => ({ from: '2026-06-01', to: '2026-06-21' }),
  deviceEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  deviceHistory: () => ({ points: 'ac.power', from: 1_750_000_000_000, to: 1_750_003_600_000 }),
  exportDevices: () => ({ columns: 'sn' }),
  exportAlarms: () => ({ columns: 'name' }),
  listAlarmAssignees: ({ alarm }) => ({ ids: alarm }),
  exportDeviceHistory: () => ({ points: 'ac.power', from: 1_750_000_000_000, to: 1_750_003_600_000 }),
  portfolioEnergy: () => ({ grain: 'day', from: '2026-06-01', to: '2026-06-21' }),
  importSims: (ids) => ({ organisationId: ids.organisation }),
  exportSims: () => ({ format: 'csv' }),
  exportDeviceImport: () => ({ format: 'csv' }),
  getDeviceImportTemplate: () => ({ format: 'csv' }),
  getSimTemplate: () => ({ format: 'csv' }),
  listStationEdits: () => ({ since: 1 }),
  plantAuthority: (ids) => ({ id: ids.station, type: 1 }),
  removeMember: (ids) => ({ userId: ids.member, organizationId: ids.organisation }),
  deleteMember: (ids) => ({ id: ids.member }),
  findAll: () => ({ q: 'walk' }),
  pageFound: () => ({ q: 'walk' }),
  findUser: () => ({ condition: 'nobody@example.test' }),
  listAudit: (ids) => ({ stationId: ids.station }),
  alarmStatistics: (ids) => ({
    from: 1_750_000_000_000,
    to: 1_750_600_000_000,
    stationId: ids.station,
  }),
  listAlarms: (ids) => ({ stationId: ids.station }),
  listDevices: (ids) => ({ stationId: ids.station }),
  removeEnergyCorrection: () => ({ revision: 1 }),
  stationCalendar: () => ({ from: '2026-06-01', to: '2026-06-21' }),
  removeStationNote: () => ({ revision: 1 }),
  listRevenues: (ids) => ({ ids: ids.station }),
};

/** Bodies that do not follow from the schema. Of every other route the walk makes one (`sample-body.ts`). */
const ALARM_RULE = { name: 'Walk', level: 'tip', raise: 'temp.inverter > 90 °C' };

const BODIES: Partial<Record<RouteName, Input>> = {
  createStation: (ids) => ({
    name: `Walk ${unique()}`,
    type: 'commercial',
    capacityKw: 10,
    latitude: 40,
    longitude: -3,
    organisationId: number(ids.organisation),
  }),
  // What stands there already is right, however often it was edited.
  editStation: () => ({ version: 1, notes: 'Walked over.' }),
  confirmAlarms: ({ alarm }) => ({ ids: [number(alarm)] }),
  processAlarms: ({ alarm }) => ({ ids: [number(alarm)] }),
  reopenAlarms: ({ alarm }) => ({ ids: [number(alarm)] }),
  assignAlarms: ({ alarm }) => ({ ids: [number(alarm)], userId: null }),
  noteAlarm: () => ({ text: 'Walk' }),
  planMaintenance: ({ station }) => ({
    stationIds: [number(station)],
    from: inDays(1),
    until: inDays(2),
    reason: 'Walk',
  }),
  shieldAlarms: ({ alarm }) => ({ ids: [number(alarm)], of: 'device', until: inDays(30), reason: 'Walk' }),
  addDevice: () => ({ sn: `WALK${unique()}`, kind: 'inverter' }),
  addDevices: () => ({ kind: 'inverter', devices: [{ sn: `WALK${unique()}` }] }),
  openDispute: () => ({ sn: `WALK${unique()}`, reason: 'It is mine.' }),
  setDeviceNetworks: () => ({ networks: ['198.51.100.0/24'] }),
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
  updateInfo: () => ({ name: 'Walker' }),
  updateSettings: () => ({ appearance: 'dark' }),
  updateOrganisation: () => ({ name: `Renamed ${unique()}` }),
  inviteMember: () => ({ role: 'internalReadOnly' }),
  joinOrganisation: (ids) => ({ code: ids.inviteCode }),
  pageMembers: (ids) => ({ organizationId: number(ids.organisation) }),
  changeMemberRole: () => ({ role: 'internalReadOnly' }),
  updateRole: () => ({ description: 'Changed by the walk' }),
  queryGrants: (ids) => ({ direction: 'given', stationId: number(ids.station) }),
  createGrant: (ids) => ({
    object: { stationIds: [number(ids.station)] },
    to: { account: 'nobody@example.test' },
    role: 'viewer',
    endsAt: inDays(30),
  }),
  createLabel: () => ({ name: `Label ${unique()}`, color: '#445566' }),
  updateLabel: () => ({ color: '#778899' }),
  labelSeveralStations: (ids) => ({ target: { ids: [number(ids.station)] }, add: [number(ids.label)] }),
  favouriteSeveralStations: (ids) => ({ target: { ids: [number(ids.station)] }, favourite: true }),
  grantSeveralStations: (ids) => ({
    target: { ids: [number(ids.station)] },
    to: { account: 'nobody@example.test' },
    role: 'viewer',
    endsAt: inDays(30),
  }),
  moveSeveralStations: (ids) => ({ target: { ids: [number(ids.station)] }, organisationCode: 'NOWHERE' }),
  endSeveralStations: (ids) => ({
    target: { ids: [number(ids.station)] },
    typed: 1,
    digest: createHash('sha256')
      .update(String(number(ids.station)))
      .digest('hex'),
  }),
  nameSeveralStations: (ids) => ({ target: { ids: [number(ids.station)] } }),
  createSavedView: () => ({
    name: `View ${unique()}`,
    columns: [],
    filters: {},
    sort: 'name',
    order: 'asc',
    shared: false,
  }),
  labelStations: (ids) => ({ ids: [number(ids.station)], add: [number(ids.label)] }),
  moveDevice: (ids) => ({ stationId: number(ids.station) }),
  setDeviceParent: () => ({ parentSn: null }),
  replaceDevice: () => ({ sn: `WALK${unique()}` }),
  labelDevices: (ids) => ({ ids: [number(ids.device)], add: [number(ids.label)] }),
  createEnergyCorrection: () => CORRECTION,
  updateEnergyCorrection: () => ({ ...CORRECTION, revision: 1 }),
  chooseCounter: () => ({ counter: 'automatic', from: null, reason: 'Walk', newest: 0 }),
  createStationNote: () => NOTE,
  updateStationNote: () => ({ ...NOTE, revision: 1 }),
  createComponents: () => ({ components: [mintInverter()] }),
  previewTask: () => ({ schedule: { kind: 'daily', time: '03:00' }, timeZone: 'UTC' }),
  createTask: (ids) => taskOf(ids),
  updateTask: (ids) => ({ task: taskOf(ids), revision: 1 }),
  updateSim: () => ({ ...SIM, revision: 1 }),
  editSims: (ids) => ({ ids: [number(ids.sim)], change: { plan: 'Walk' } }),
  deleteSims: (ids) => ({ ids: [number(ids.sim)] }),
  renewSims: (ids) => ({ ids: [number(ids.sim)] }),
  actOnSims: (ids) => ({ ids: [number(ids.sim)] }),
  createProduct: () => ({ product: mintProduct() }),
  createOwnProfile: () => ({ data: profileById('meter-dtsd422') }),
  updateOwnProfile: () => ({ data: profileById('meter-dtsd422'), revision: 1 }),
  createProducts: () => ({ products: [mintProduct()] }),
  updateProduct: () => ({ product: mintProduct(), revision: 1 }),
  updateComponent: () => ({ component: mintInverter(), revision: 1 }),
  createFirmware: (ids) => ({
    name: 'Walk',
    version: '1.0',
    component: 'logger',
    models: ['W'],
    hardware: [],
    fromVersion: null,
    toVersion: null,
    uploadId: randomUUID(),
    keyId: number(ids.firmwareKey),
    signature: '',
  }),
  updateFirmware: () => ({ notes: {}, everybody: false, organisationIds: [], revision: 1 }),
  moveFirmware: () => ({ state: 'withdrawn', reason: 'Walk', revision: 1 }),
  checkFirmwareUpgrade: (ids) => ({ firmwareId: number(ids.firmware), sns: [ids.sn] }),
  startFirmwareUpgrade: (ids) => ({ firmwareId: number(ids.firmware), sns: [ids.sn] }),
  createFirmwareKey: () => ({ name: 'Walk', publicKey: unique() }),
  revokeFirmwareKey: () => ({ reason: 'Walk' }),
  createTariff: () => ({ name: `Tariff ${unique()}`, currency: 'EUR', versions: FIXED }),
  updateTariff: () => ({ name: `Tariff ${unique()}`, versions: FIXED, revision: 1 }),
  setStationTariffs: (ids) => ({ terms: [{ from: null, tariffId: number(ids.tariff) }], investment: null }),
  editDevice: () => ({ version: 1 }),
  recordCustomPoint: (ids) => ({ deviceId: number(ids.device), key: 'walk', point: null, unit: '' }),
  setStationDesign: () => ({ versions: [], revision: 0 }),
  saveExchangeRates: () => ({ into: 'EUR', rates: [{ currency: 'USD', day: '2026-01-01', rate: 0.9 }] }),
  saveThemes: () => [],
  checkTexts: () => ({ rows: [] }),
  saveTexts: () => ({ rows: [] }),
  createAlarmRule: () => ALARM_RULE,
  updateAlarmRule: () => ({ rule: ALARM_RULE, version: 1 }),
  importAlarmRules: () => ({ rules: [ALARM_RULE] }),
  checkAlarmRule: () => ALARM_RULE,
  checkAlarmRuleCost: ({ station }) => ({ ...ALARM_RULE, stationIds: [number(station)] }),
  createInstruction: () => ({ code: unique(), name: 'Walk', fn: 3, address: 117 }),
  updateInstruction: () => ({
    instruction: { code: unique(), name: 'Walk', fn: 3, address: 117 },
    revision: 1,
  }),
  createInstructionSet: (ids) => ({
    code: unique(),
    name: 'Walk',
    steps: [{ instructionId: number(ids.instruction) }],
  }),
  updateInstructionSet: (ids) => ({
    set: { code: unique(), name: 'Walk', steps: [{ instructionId: number(ids.instruction) }] },
    revision: 1,
  }),
  checkDeviceBatch: (ids) => ({ batchId: number(ids.deviceBatch) }),
  createDeviceBatch: (ids) => ({ code: unique(), name: 'Walk', deviceIds: [number(ids.device)] }),
  updateDeviceBatch: () => ({ batch: { code: unique(), name: 'Walk' }, revision: 1 }),
  addToDeviceBatch: (ids) => ({ deviceIds: [number(ids.device)] }),
  removeFromDeviceBatch: (ids) => ({ deviceIds: [number(ids.device)] }),
  moveSeveralDevices: (ids) => ({
    target: { deviceIds: [number(ids.device)] },
    stationId: number(ids.station),
  }),
  setSeveralParameters: (ids) => ({
    target: { deviceIds: [number(ids.device)] },
    profileId: 'deye-hybrid-3p',
    changes: [{ key: 'battery.reserve', value: 20 }],
  }),
  editSeveralDevices: (ids) => ({
    target: { deviceIds: [number(ids.device)] },
    productId: number(ids.product),
  }),
  setLocalMode: () => ({ parameters: [], standards: [], revision: 0 }),
  blockDevices: (ids) => ({ ids: [number(ids.device)] }),
  unblockDevices: (ids) => ({ ids: [number(ids.device)] }),
  unbindSeveralDevices: (ids) => ({ target: { batchIds: [number(ids.deviceBatch)] } }),
  labelSeveralDevices: (ids) => ({
    target: { deviceIds: [number(ids.device)] },
    add: [number(ids.label)],
  }),
  runInstructionSet: (ids) => ({ target: { deviceIds: [number(ids.device)] } }),
  runDangerousSet: (ids) => ({ target: { deviceIds: [number(ids.device)] } }),
  setParameters: () => ({ changes: [{ key: 'battery.reserve', value: 20 }] }),
  setDangerousParameters: () => ({ changes: [{ key: 'battery.reserve', value: 20 }] }),
  acceptProposal: () => ({ digest: '0'.repeat(64) }),
};

/** Routes that name an object in query or body; out of scope it must not exist for them either. */
export const NAMES_OBJECT: ReadonlySet<RouteName> = new Set<RouteName>([
  'plantAuthority',
  'confirmAlarms',
  'processAlarms',
  'reopenAlarms',
  'assignAlarms',
  'shieldAlarms',
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
  'createInstructionSet',
  'checkDeviceBatch',
  'createDeviceBatch',
  'moveSeveralDevices',
  'unbindSeveralDevices',
  'setSeveralParameters',
  'labelSeveralDevices',
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
  const path = route.path
    .replace(/:(id|code)/, id)
    .replace(':sn', ids.sn)
    .replace(':fileId', route.path.startsWith('/products/') ? ids.productFile : ids.stationFile)
    .replace(':correctionId', ids.energyCorrection)
    .replace(':noteId', ids.stationNote)
    .replace(':kind', 'picture');
  const query = new URLSearchParams(QUERIES[name]?.(ids) as Record<string, string> | undefined).toString();
  const payload = BODIES[name]?.(ids) ?? sampleBody(route, ids);
  return {
    method: route.method,
    url: `/api${path}${query ? `?${query}` : ''}`,
    ...(payload ? { payload } : {}),
  };
}
