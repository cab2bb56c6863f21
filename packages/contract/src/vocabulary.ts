import * as z from 'zod';

export const LANGUAGES = [
  'zh-CN',
  'en-US',
  'pt-BR',
  'ko-KR',
  'es-ES',
  'ja-JP',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'de-DE',
] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = 'en-US';

export const DEFAULT_THEME_COLOR = '#CA0B0F';

export const STATION_TYPES = [
  'residential',
  'residentialStorage',
  'commercial',
  'utility',
  'microgrid',
] as const;
export const stationType = z.enum(STATION_TYPES);
export type StationType = z.infer<typeof stationType>;

export const GRID_TYPES = ['fullFeedIn', 'selfConsumption', 'zeroExport', 'offGrid'] as const;
export const gridType = z.enum(GRID_TYPES);

/** Operation of a station, worst first: the order is the precedence. */
export const STATION_STATUSES = [
  'connecting',
  'offline',
  'partlyOffline',
  'emergency',
  'alarm',
  'standby',
  'normal',
] as const;
export const stationStatus = z.enum(STATION_STATUSES);
export type StationStatus = z.infer<typeof stationStatus>;

/** Communication is its own axis: a lost connection says nothing about production. */
export const COMMUNICATION = ['never', 'online', 'partly', 'offlineNormal', 'offline'] as const;
export const communication = z.enum(COMMUNICATION);
export type Communication = z.infer<typeof communication>;

export const DEVICE_KINDS = ['inverter', 'hybrid', 'micro', 'logger', 'meter', 'weather', 'battery'] as const;
export const deviceKind = z.enum(DEVICE_KINDS);
export type DeviceKind = z.infer<typeof deviceKind>;

export const DEVICE_STATUSES = ['connecting', 'offline', 'abnormal', 'normal', 'standby', 'online'] as const;
export const deviceStatus = z.enum(DEVICE_STATUSES);
export type DeviceStatus = z.infer<typeof deviceStatus>;

export const RUN_MODES = [
  'standby',
  'waitingGrid',
  'checking',
  'running',
  'breakdown',
  'burning',
  'poweringUp',
  'shutdown',
] as const;
export const runMode = z.enum(RUN_MODES);
export type RunMode = z.infer<typeof runMode>;

export const METER_ROLES = ['grid', 'generation', 'load'] as const;
export const meterRole = z.enum(METER_ROLES);
export type MeterRole = z.infer<typeof meterRole>;

/** How a device reaches the platform. */
export const CONNECTIONS = ['mqtt', 'v5', 'http', 'influx', 'import'] as const;
export const connection = z.enum(CONNECTIONS);
export type Connection = z.infer<typeof connection>;

export const ALARM_LEVELS = ['tip', 'general', 'emergency'] as const;
export const alarmLevel = z.enum(ALARM_LEVELS);
export type AlarmLevel = z.infer<typeof alarmLevel>;

export const ALARM_HANDLING = ['unhandled', 'confirmed', 'processed'] as const;
export const alarmHandling = z.enum(ALARM_HANDLING);

/** Where energy flows, kWh counted positive in the direction of the name. */
export const FLOWS = ['pv', 'import', 'export', 'charge', 'discharge', 'load'] as const;
export const flow = z.enum(FLOWS);
export type Flow = z.infer<typeof flow>;

/** What an energy figure was computed from, best first. `mixed`: a sum of devices with different sources. */
export const ENERGY_SOURCES = ['meter', 'lifetime', 'daily', 'integral', 'mixed'] as const;
export const energySource = z.enum(ENERGY_SOURCES);
export type EnergySource = z.infer<typeof energySource>;

/** Lengths of an energy bucket. Hours, days, months and years are the station's local ones. */
export const GRAINS = ['5m', 'hour', 'day', 'month', 'year'] as const;
export const grain = z.enum(GRAINS);
export type Grain = z.infer<typeof grain>;

export const ACCOUNT_TYPES = ['personal', 'professional'] as const;
export const accountType = z.enum(ACCOUNT_TYPES);

export const id = z.number().int().positive();
export const idParam = z.object({ id: z.coerce.number().int().positive() });
/** Epoch milliseconds, UTC. */
export const time = z.number().int();
/** Local calendar day of the station, `YYYY-MM-DD`. */
export const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** One value or several, as `a,b,c` or repeated parameter. */
export const csvOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(item),
  );
