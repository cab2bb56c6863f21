import * as z from 'zod';
import { deviceFilter } from '../device-filters.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { HISTORY_RESOLUTIONS } from '../history-resolution.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import {
  correctionKwhRule,
  claimCodeRule,
  dayRule,
  modbusAddressRule,
  ratedPowerRule,
  snRule,
} from '../rules.ts';
import {
  connection,
  csvOf,
  dayQuery,
  deviceKind,
  deviceStatus,
  energySource,
  flow,
  grain,
  id,
  idParam,
  isoDay,
  labelTag,
  linkDoubt,
  linkHealth,
  meterRole,
  runMode,
  time,
  timeQuery,
  DEVICE_SORTS,
} from '../vocabulary.ts';
import { latestPoint, pointDescription } from './custom-points.ts';

const tag = 'devices';

export const deviceLive = z.object({
  deviceId: id,
  stationId: id.nullable(),
  status: deviceStatus,
  runMode: runMode.nullable(),
  connection: connection.nullable(),
  /** W; of a meter the power at its place, import +. */
  power: z.number().nullable(),
  /** kWh produced in the local day. */
  energyToday: z.number().nullable(),
  soc: z.number().nullable(),
  /** Percent. */
  signal: z.number().nullable(),
  lastDataAt: time.nullable(),
  lastSeenAt: time.nullable(),
  openAlarms: z.number().int(),
});
export type DeviceLive = z.infer<typeof deviceLive>;

export const deviceRow = z.object({
  id,
  sn: z.string(),
  name: z.string().nullable(),
  kind: deviceKind,
  model: z.string().nullable(),
  manufacturer: z.string().nullable(),
  profileId: z.string().nullable(),
  /** What it is by the library of products. */
  product: z.object({ id, name: z.string() }).nullable(),
  meterRole: meterRole.nullable(),
  ratedPower: z.number().nullable(),
  firmware: z.string().nullable(),
  productionDate: isoDay.nullable(),
  warrantyEnd: isoDay.nullable(),
  firstPowerOn: isoDay.nullable(),
  soldOn: isoDay.nullable(),
  station: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  parent: z.object({ id, sn: z.string() }).nullable(),
  labels: z.array(labelTag),
  /** Batches that the caller sees. */
  batches: z.array(z.object({ id, code: z.string(), name: z.string() })),
  firstSeenAt: time.nullable(),
  /** Somebody refuses it as long as it belongs to no station. */
  blocked: z.boolean(),
  live: deviceLive,
});
export type DeviceRow = z.infer<typeof deviceRow>;

export const listDevices = route({
  method: 'GET',
  path: '/devices',
  summary:
    'Devices of the stations the caller may see; `bound=false` lists those that reported but belong to no station',
  tag,
  auth: 'session',
  permission: 'devices.view',
  scope: 'station',
  query: pageQuery.extend({
    ...deviceFilter.shape,
    sort: z.enum(DEVICE_SORTS).default('worst'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: pageOf(deviceRow).extend({ counts: z.record(deviceStatus, z.number().int()) }),
});

/** What people write down of a device; a value of null is not known. */
export const deviceFields = z.object({
  name: z.string().trim().max(100).nullable(),
  model: z.string().trim().max(100).nullable(),
  manufacturer: z.string().trim().max(100).nullable(),
  profileId: z.string().max(64).nullable(),
  /** Of the library for all or of its own organisation, and of its kind. */
  productId: id.nullable(),
  meterRole: meterRole.nullable(),
  /** W */
  ratedPower: ruledNumber(ratedPowerRule).nullable(),
  /** On the line behind its logger, 1 to 247; null: that of its family. */
  modbusAddress: ruledNumber(modbusAddressRule).nullable(),
  productionDate: ruled(dayRule).nullable(),
  warrantyEnd: ruled(dayRule).nullable(),
  firstPowerOn: ruled(dayRule).nullable(),
  soldOn: ruled(dayRule).nullable(),
  remark: z.string().trim().max(500).nullable(),
  /** kWh added to its lifetime counter: what it gave before it was monitored, or what a replaced counter held. Its reason goes with it. */
  energyOffset: ruledNumber(correctionKwhRule).nullable(),
  energyOffsetReason: z.string().trim().max(500).nullable(),
});
export type DeviceFields = z.infer<typeof deviceFields>;

export const deviceDetail = deviceRow.extend({
  modbusAddress: z.number().int().nullable(),
  /** Its end follows from the terms of its product; nobody typed it. */
  warrantyOfProduct: z.boolean(),
  remark: z.string().nullable(),
  energyOffset: z.number().nullable(),
  energyOffsetReason: z.string().nullable(),
  /** Grows with every edit; an edit names the one that it began with. */
  version: z.number().int(),
  attributes: z.record(z.string(), z.string()),
  children: z.array(z.object({ id, sn: z.string(), kind: deviceKind })),
  uploadIntervalSeconds: z.number().nullable(),
  createdAt: time,
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

export const getDevice = route({
  method: 'GET',
  path: '/devices/:id',
  summary: 'One device with its live state and attributes',
  tag,
  auth: 'session',
  permission: 'devices.view',
  scope: 'station',
  params: idParam,
  output: deviceDetail,
});

export const deviceInput = z.object({
  sn: ruled((sn) => snRule(sn.trim())).transform((sn) => sn.trim()),
  kind: deviceKind,
  name: z.string().trim().max(100).nullish(),
  model: z.string().trim().max(100).nullish(),
  manufacturer: z.string().trim().max(100).nullish(),
  profileId: z.string().max(64).nullish(),
  /** Model, manufacturer, family and rated power that are not given are those of the product. */
  productId: id.nullish(),
  meterRole: meterRole.nullish(),
  /** W */
  ratedPower: ruledNumber(ratedPowerRule).nullish(),
  parentSn: z.string().trim().max(64).nullish(),
});

export const editDevice = route({
  method: 'PUT',
  path: '/devices/:id',
  summary:
    'Change what is written down of a device: the fields that are named, if nobody has changed them since the version that was read',
  tag,
  auth: 'session',
  permission: 'devices.edit',
  scope: 'station',
  params: idParam,
  body: deviceFields.partial().extend({ version: z.number().int().positive() }),
  output: deviceDetail,
});

/** As a device shows it; a person may type it in any case, with or without hyphen. */
export const claimCode = ruled(claimCodeRule);

export const addDevice = route({
  method: 'POST',
  path: '/stations/:id/devices',
  summary:
    'Add a device to a station: a new SN is registered, one that already reports unbound is bound with its history, by its claim code where it has a secret. Answers the secret once; a device behind a logger (`parentSn`) has none',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  body: deviceInput.extend({ claimCode: claimCode.optional() }),
  output: z.object({ device: deviceDetail, secret: z.string() }),
});

export const deviceConnection = z.object({
  open: z.boolean(),
  doubt: linkDoubt.nullable(),
  doubtedSince: time.nullable(),
  /** When the doubt ends by itself, if nothing adds to it. */
  stableAt: time.nullable(),
  /** 24 bits of an IPv4 address, 48 of an IPv6 one. */
  network: z.string().nullable(),
  trustedNetwork: z.string().nullable(),
  /** Where it may connect from; empty: anywhere. */
  allowedNetworks: z.array(z.string()),
  /** Null: nothing ever went wrong. */
  health: linkHealth.nullable(),
});
export type DeviceConnection = z.infer<typeof deviceConnection>;

export const getDeviceConnection = route({
  method: 'GET',
  path: '/devices/:id/connection',
  summary: 'The connection of a V5 logger and whether it is believed; null for devices that never had one',
  tag,
  auth: 'session',
  permission: 'devices.view',
  scope: 'station',
  params: idParam,
  output: deviceConnection.nullable(),
});

export const trustDeviceConnection = route({
  method: 'POST',
  path: '/devices/:id/connection/trust',
  summary: 'Believe the connection of a V5 logger as it is now, in the network that the caller saw',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  params: idParam,
  body: z.object({ network: z.string().min(1).max(64) }),
  output: z.null(),
});

export const setDeviceNetworks = route({
  method: 'PUT',
  path: '/devices/:id/networks',
  summary: 'Addresses and networks (CIDR) that a V5 logger may connect from; an empty list allows any',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  params: idParam,
  body: z.object({
    networks: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(LIMITS.loggerNetworks),
  }),
  output: z.null(),
});

const door = z.object({ host: z.string(), port: z.number().int(), tls: z.boolean() });

export const deviceEndpoints = z.object({
  /** Code of its organisation in the topics of MQTT. */
  organisation: z.string(),
  /** Web and API, without a slash at the end. */
  url: z.string(),
  /** Null where a broker of the installation's own takes devices in and no setting tells its address. */
  mqtt: door.nullable(),
  v5: door,
  /** The server was opened by a name that means the caller's own machine: devices elsewhere do not reach it by that. */
  onlyHere: z.boolean(),
});
export type DeviceEndpoints = z.infer<typeof deviceEndpoints>;

export const getDeviceEndpoints = route({
  method: 'GET',
  path: '/devices/:id/endpoints',
  summary:
    'Where a device sends what it measures: host, port and TLS of each way in, as the caller reaches this server',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  output: deviceEndpoints,
});

export const unbindDevice = route({
  method: 'POST',
  path: '/devices/:id/unbind',
  summary:
    'Take a device out of its station and organisation. Its secret ends and what it measured is deleted; what was computed of the station stays',
  tag,
  auth: 'session',
  permission: 'devices.delete',
  scope: 'station',
  stepUp: true,
  params: idParam,
  output: z.null(),
});

export const deviceLatest = route({
  method: 'GET',
  path: '/devices/:id/latest',
  summary: 'Latest value of every point of a device, each with its own time',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.array(latestPoint),
});

export const pointSeries = pointDescription.extend({
  key: z.string(),
  times: z.array(time),
  /** Mean of the bucket, or the sample itself at raw resolution. Null breaks the line. */
  values: z.array(z.number().nullable()),
  min: z.array(z.number().nullable()).optional(),
  max: z.array(z.number().nullable()).optional(),
});
export type PointSeries = z.infer<typeof pointSeries>;

export const deviceHistory = route({
  method: 'GET',
  path: '/devices/:id/history',
  summary: 'History of up to eight points; resolution follows from the range unless asked for',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({
    points: csvOf(z.string().min(1).max(64)).pipe(z.array(z.string()).min(1).max(LIMITS.historyPoints)),
    from: timeQuery,
    to: timeQuery,
    resolution: z.enum(['auto', ...HISTORY_RESOLUTIONS]).default('auto'),
  }),
  output: z.object({ resolution: z.enum(HISTORY_RESOLUTIONS), series: z.array(pointSeries) }),
});

export const exportDeviceHistory = route({
  method: 'GET',
  path: '/devices/:id/history/file',
  summary:
    'Every sample of up to eight points of a device as CSV, a line for each time, over any range; it is written while it is read',
  tag,
  auth: 'session',
  permission: 'telemetry.export',
  scope: 'station',
  params: idParam,
  query: z.object({
    points: csvOf(z.string().min(1).max(64)).pipe(z.array(z.string()).min(1).max(LIMITS.historyPoints)),
    from: timeQuery,
    to: timeQuery,
  }),
  transport: 'raw',
  output: z.string(),
  ratePerMinute: 20,
});

export const deviceEnergy = route({
  method: 'GET',
  path: '/devices/:id/energy',
  summary: 'Energy of a device by local hour, day, month or year',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ grain: grain.exclude(['5m']), from: dayQuery, to: dayQuery }),
  output: z.object({
    grain,
    timeZone: z.string(),
    buckets: z.array(
      z.object({
        start: z.string(),
        energies: z.partialRecord(flow, z.number()),
        sources: z.partialRecord(flow, energySource),
      }),
    ),
  }),
});
