import type { OutputOf } from '@sunfleet/api-client';
import { pointByKey } from '@sunfleet/device-model';
import {
  offeredTo,
  reachOf,
  ROLE_MATRIX,
  type Account,
  type Alarm,
  type DeviceDetail,
  type DeviceLive,
  type DeviceRow,
  type Role,
  type Session,
  type StationLive,
  type StationRow,
} from '@sunfleet/contract';

/** An account of a role, with that role's permissions. */
export function mintAccount(role: Role = 'organisationAdmin', changes: Partial<Account> = {}): Account {
  return {
    id: 7,
    name: 'Test account',
    userName: null,
    email: 'account@example.test',
    mobile: null,
    role,
    roleName: null,
    accountType: 'professional',
    organisation: { id: 3, code: 'TEST', name: 'Test organisation' },
    permissions: offeredTo(role),
    reach: reachOf(ROLE_MATRIX[role].scope),
    language: null,
    visitor: role === 'visitor',
    views: null,
    mustChangePassword: false,
    weakPassword: false,
    erasedAt: null,
    ...changes,
  };
}

/** A session that is good for a day from now. */
export function mintSession(changes: Partial<Session> = {}): Session {
  return {
    token: 'token',
    refreshToken: 'refresh',
    expiresAt: Date.now() + 86_400_000,
    account: mintAccount(),
    ...changes,
  };
}

/** Live state of a station that produces and is well. */
export function mintStationLive(changes: Partial<StationLive> = {}): StationLive {
  return {
    stationId: 1,
    status: 'normal',
    communication: 'online',
    power: 4200,
    load: null,
    grid: null,
    battery: null,
    soc: null,
    runMode: null,
    irradiance: null,
    energyToday: 12.5,
    energyMonth: 310,
    energyYear: 4100,
    energyTotal: 15_000,
    expectedToday: 20,
    expectedBy: 'clearSky',
    irradiationToday: null,
    signal: 84,
    devicesOnline: 2,
    devicesTotal: 2,
    alarms: { emergency: 0, general: 0, tip: 0 },
    lastDataAt: Date.now() - 60_000,
    ...changes,
  };
}

/** A row of the station list. */
export function mintStationRow(changes: Partial<StationRow> = {}): StationRow {
  const id = changes.id ?? 1;
  return {
    id,
    name: `Station ${id}`,
    type: 'residential',
    capacityKw: 8.2,
    batteryKwh: null,
    timeZone: 'Europe/Madrid',
    country: 'ES',
    address: '1 Test Street',
    place: { town: 'Getafe', region: 'Madrid', country: 'ES' },
    owner: 'Test account',
    organisation: 'Test organisation',
    gridConnectedOn: '2024-03-01',
    shared: false,
    configured: false,
    labels: [],
    favourite: false,
    live: mintStationLive({ stationId: id }),
    ...changes,
  };
}

/** Live state of a device that works. */
export function mintDeviceLive(changes: Partial<DeviceLive> = {}): DeviceLive {
  return {
    deviceId: 1,
    stationId: 1,
    status: 'normal',
    runMode: 'running',
    connection: 'mqtt',
    power: 4200,
    energyToday: 12.5,
    soc: null,
    signal: 80,
    lastDataAt: Date.now() - 60_000,
    lastSeenAt: Date.now() - 30_000,
    openAlarms: 0,
    ...changes,
  };
}

/** A row of the device list. */
export function mintDeviceRow(changes: Partial<DeviceRow> = {}): DeviceRow {
  const id = changes.id ?? 1;
  return {
    id,
    sn: `SN${String(id).padStart(8, '0')}`,
    name: null,
    kind: 'inverter',
    model: 'SG8',
    manufacturer: 'Sol',
    profileId: null,
    meterRole: null,
    ratedPower: 8000,
    firmware: '1.2.3',
    productionDate: null,
    warrantyEnd: null,
    firstPowerOn: null,
    soldOn: null,
    station: { id: 1, name: 'Station 1', timeZone: 'Europe/Madrid' },
    parent: null,
    labels: [],
    batches: [],
    product: null,
    firstSeenAt: Date.UTC(2026, 0, 5, 9),
    blocked: false,
    live: mintDeviceLive({ deviceId: id }),
    ...changes,
  };
}

/** An alarm that is open. */
export function mintAlarm(changes: Partial<Alarm> = {}): Alarm {
  const id = changes.id ?? 1;
  return {
    id,
    level: 'emergency',
    textKey: 'faults.platform.offline',
    code: 'offline',
    type: 'offline',
    station: { id: 1, name: 'Station 1', timeZone: 'Europe/Madrid' },
    device: { id: 1, sn: 'SN00000001', kind: 'inverter' },
    beganAt: Date.now() - 2 * 3_600_000,
    lastSeenAt: Date.now() - 60_000,
    recoveredAt: null,
    count: 1,
    handling: 'unhandled',
    handled: null,
    assignee: null,
    shield: null,
    loss: null,
    ...changes,
  };
}

/** A device with nothing behind it. */
export function mintDevice(changes: Partial<DeviceDetail> = {}): DeviceDetail {
  return {
    ...mintDeviceRow(),
    warrantyOfProduct: false,
    attributes: {},
    modbusAddress: null,
    remark: null,
    energyOffset: null,
    energyOffsetReason: null,
    version: 1,
    children: [],
    uploadIntervalSeconds: 300,
    createdAt: Date.UTC(2026, 0, 5, 8),
    ...changes,
  };
}

/** A point as last reported. */
export function mintPoint(
  changes: Partial<OutputOf<'deviceLatest'>[number]> = {},
): OutputOf<'deviceLatest'>[number] {
  return {
    key: 'ac.power',
    name: null,
    unit: 'W',
    kind: pointByKey(changes.key ?? 'ac.power')?.kind ?? 'gauge',
    decimals: null,
    value: 4200,
    time: Date.now() - 60_000,
    custom: false,
    ...changes,
  };
}
