// The words of the product as plain data: a page that only needs a list of them loads no schema code.

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
export type StationType = (typeof STATION_TYPES)[number];

export const GRID_TYPES = ['fullFeedIn', 'selfConsumption', 'zeroExport', 'offGrid'] as const;

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
export type StationStatus = (typeof STATION_STATUSES)[number];

/** Communication is its own axis: a lost connection says nothing about production. */
export const COMMUNICATION = ['never', 'online', 'partly', 'offlineNormal', 'offline'] as const;
export type Communication = (typeof COMMUNICATION)[number];

/** What an expected energy rests on: sensors of the station, a weather service, neighbours, a clear sky. */
export const EXPECTED_BY = ['sensor', 'weather', 'peers', 'clearSky'] as const;
export type ExpectedBy = (typeof EXPECTED_BY)[number];

export const DEVICE_KINDS = ['inverter', 'hybrid', 'micro', 'logger', 'meter', 'weather', 'battery'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** What a file of a station is: the photo that stands for it, a picture beside it, a document. */
export const STATION_FILE_KINDS = ['cover', 'picture', 'document'] as const;
export type StationFileKind = (typeof STATION_FILE_KINDS)[number];

/** How far a table of new stations is. */
export const STATION_BATCH_STATES = ['ready', 'creating', 'done', 'failed'] as const;

/** How far a table of devices is: nothing was added yet, rows wait, none waits any more. */
export const DEVICE_IMPORT_STATES = ['checked', 'running', 'ended'] as const;

/** What becomes of its rows. What is `wrong` needs another table; what `failed` was refused and can be tried again. */
export const DEVICE_IMPORT_ROW_STATES = ['wrong', 'failed', 'ready', 'waiting', 'added'] as const;
export type DeviceImportRowState = (typeof DEVICE_IMPORT_ROW_STATES)[number];

/** What becomes of a serial number that shall be added to a station, as far as it may be told. */
export const SERIAL_STATES = [
  /** No device has it: it is registered. */
  'new',
  /** A device that has no station yet is bound. */
  'reporting',
  /** A device reports with it, and its claim code is needed. */
  'claimNeeded',
  /** The station has it. */
  'here',
  /** Another station of the caller has it. */
  'mine',
  /** Somebody else has it. */
  'taken',
  'duplicate',
  'invalid',
  /** Too many of others were met lately: nothing more is told. */
  'untold',
] as const;
export type SerialState = (typeof SERIAL_STATES)[number];

export const DEVICE_STATUSES = [
  'connecting',
  'offline',
  'backFilling',
  'abnormal',
  'normal',
  'standby',
  'online',
] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/**
 * What an inverter does, by the number that `state` stores. The source document has two words for some: running is power generation,
 * checking self-inspection, burning program burning, powering up power-on preparation.
 */
export const RUN_MODES = [
  'standby',
  'waitingGrid',
  'checking',
  'running',
  'breakdown',
  'burning',
  'poweringUp',
  'shutdown',
  'shutdownFailure',
] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const METER_ROLES = ['grid', 'generation', 'load'] as const;
export type MeterRole = (typeof METER_ROLES)[number];

/** Limits of requests that people send to devices within an hour. */
export const COMMAND_LIMITS = [
  'writesPerPerson',
  'devicesPerPerson',
  'writesPerOrganisation',
  'readsPerPerson',
] as const;
export type CommandLimit = (typeof COMMAND_LIMITS)[number];

/** How a device reaches the platform. */
export const CONNECTIONS = ['mqtt', 'v5', 'http', 'influx', 'import'] as const;
export type Connection = (typeof CONNECTIONS)[number];

export const ALARM_LEVELS = ['tip', 'general', 'emergency'] as const;
export type AlarmLevel = (typeof ALARM_LEVELS)[number];

/** What an alarm is about: a fault that a device reports, or what the platform finds by itself. */
export const ALARM_TYPES = [
  'deviceFault',
  'offline',
  'doubtedLogger',
  'implausiblePower',
  'simLimit',
  'rule',
] as const;
export type AlarmType = (typeof ALARM_TYPES)[number];

/**
 * The secret of a device. `none`: it has none, because its logger speaks for it or nobody gave it one. `changing`: the one of before still
 * lets in. `revoked`: nothing lets in until a new one is made.
 */
export const SECRET_STATES = ['none', 'good', 'changing', 'revoked'] as const;

/** How far a new secret is on its way to the device: it waits, it was handed over, the device said that it keeps it. */
export const SECRET_DELIVERIES = ['waiting', 'handed', 'kept'] as const;
export type SecretDelivery = (typeof SECRET_DELIVERIES)[number];

/** Where energy flows, kWh counted positive in the direction of the name. */
export const FLOWS = ['pv', 'import', 'export', 'charge', 'discharge', 'load'] as const;
export type Flow = (typeof FLOWS)[number];

/** What an energy figure was computed from, best first. `mixed`: a sum of devices with different sources. */
export const ENERGY_SOURCES = ['meter', 'lifetime', 'daily', 'integral', 'mixed'] as const;
export type EnergySource = (typeof ENERGY_SOURCES)[number];

/**
 * By which counter the production of a station goes. `automatic`: the generation meter, else what inverters count. `lifetimeCounter`, `dayCounter`:
 * these counters of its inverters. `generationMeter`, `gridMeter`: this meter alone, at the grid what is fed in.
 */
export const STATION_COUNTERS = [
  'automatic',
  'lifetimeCounter',
  'dayCounter',
  'generationMeter',
  'gridMeter',
] as const;
export type StationCounter = (typeof STATION_COUNTERS)[number];

/** Lengths of an energy bucket. Hours, days, months and years are the station's local ones. */
export const GRAINS = ['5m', 'hour', 'day', 'month', 'year'] as const;
export type Grain = (typeof GRAINS)[number];

export const ACCOUNT_TYPES = ['personal', 'professional'] as const;

/** What lists of stations can be sorted by. */
export const STATION_SORTS = [
  'worst',
  'name',
  'capacity',
  'power',
  'powerRatio',
  'energyToday',
  'hoursToday',
  'expected',
  'loss',
  'energyMonth',
  'energyYear',
  'energyTotal',
  'soc',
  'signal',
  'alarms',
  'devicesOffline',
  'lastDataAt',
  'gridConnectedOn',
  'place',
  'type',
  // Only within one currency.
  'revenueToday',
  'revenueMonth',
  'revenueYear',
  'revenueTotal',
] as const;

/** Columns of the list of stations. */
export const STATION_COLUMNS = [
  'name',
  'cover',
  'status',
  'alarms',
  'loss',
  'expected',
  'day',
  'power',
  'energyToday',
  'capacity',
  'place',
  'hoursToday',
  'lastDataAt',
  'powerRatio',
  'soc',
  'signal',
  'devices',
  'labels',
  'communication',
  'type',
  'energyMonth',
  'energyYear',
  'energyTotal',
  'owner',
  'organisation',
  'visitors',
  'design',
  'address',
  'gridConnectedOn',
  'revenueToday',
  'revenueMonth',
  'revenueYear',
  'revenueTotal',
] as const;
export type StationColumn = (typeof STATION_COLUMNS)[number];

/** What lists of devices can be sorted by. */
export const DEVICE_SORTS = [
  'worst',
  'sn',
  'name',
  'kind',
  'model',
  'manufacturer',
  'firmware',
  'station',
  'parent',
  'connection',
  'alarms',
  'power',
  'ratedPower',
  'energyToday',
  'soc',
  'signal',
  'lastDataAt',
  'productionDate',
  'warrantyEnd',
  'firstPowerOn',
  'soldOn',
] as const;

/** What a code that is sent to somebody is good for. */
export const CODE_PURPOSES = [
  'register',
  'login',
  'resetPassword',
  'changeContact',
  'cancelAccount',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const NODE_KEYS = ['china', 'europe', 'international'] as const;

export const APPEARANCES = ['system', 'light', 'dark'] as const;
export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const;
/** By whose clock sums over many stations are drawn: the viewer's, or that of each station. */
export const FLEET_CLOCKS = ['own', 'station'] as const;
/** What opens after signing in; the first one is a page of the personal edition. */
export const START_PAGES = ['ownStation', 'stations', 'overview', 'alarms'] as const;

/** How a point behaves: a figure that moves freely, a counter that only grows, one that restarts each day, a code, a word of flags. */
export const POINT_KINDS = ['gauge', 'counter', 'dayCounter', 'state', 'bits'] as const;
/** What people may say that a custom point is. */
export const CUSTOM_POINT_KINDS = ['gauge', 'counter', 'dayCounter', 'state'] as const;
export type CustomPointKind = (typeof CUSTOM_POINT_KINDS)[number];

/** Menus that a role can show or hide. */
export const VIEWS = [
  'stations',
  'overview',
  'alarms',
  'devices',
  'imports',
  'organisation',
  'permissions',
  'labels',
  'tariffs',
  'audit',
  'platform',
] as const;
export type View = (typeof VIEWS)[number];

/** A company, or one person's. */
export const ORGANISATION_TYPES = ['enterprise', 'personal'] as const;
/** A merchant is a business; a department is a part of one. */
export const ORGANISATION_KINDS = ['merchant', 'department'] as const;
/** Tight: the superior organisation manages it as its own. Loose (non-compact): the superior sees counts only. */
export const ORGANISATION_TIES = ['tight', 'loose'] as const;

export const MEMBER_STATUSES = ['active', 'locked', 'initialPassword'] as const;

export const GRANT_STATES = ['pending', 'active', 'planned', 'declined', 'revoked', 'expired'] as const;
export type GrantState = (typeof GRANT_STATES)[number];
/** What somebody becomes by accepting a station that is offered: a person its owner, an organisation the one that looks after it. */
export const HAND_OVER_ROLES = ['owner', 'installer'] as const;
export type HandOverRole = (typeof HAND_OVER_ROLES)[number];

/** What became of a dispute over a device. */
export const DISPUTE_STATES = ['open', 'kept', 'transferred', 'released'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What a claim code showed: nothing, that it is of the device that signs in, or of another one that is refused. */
export const DISPUTE_PROOFS = ['none', 'device', 'contender'] as const;
export type DisputeProof = (typeof DISPUTE_PROOFS)[number];

export const LOGIN_METHODS = ['password', 'code', 'passkey', 'register', 'visitor'] as const;
export const LOGIN_OUTCOMES = [
  'success',
  'wrongPassword',
  'wrongCode',
  'locked',
  'secondFactorAsked',
  'initialPasswordExpired',
] as const;

/** How a message goes: handed to a provider, or kept in the outbox because none is set up for its channel. */
export const DELIVERIES = ['sent', 'outbox'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const OUTBOX_STATES = ['waiting', 'sent', 'failed', 'notConfigured'] as const;

/** Versions of the texts that a registration accepts; raised whenever one of the texts changes in what it says. */
export const AGREEMENT_VERSION = '1.1';
export const PRIVACY_VERSION = '1.0';

/**
 * Why a request to a device has no result. `notAllowed`: actor, device, logger and station do not belong together. `stopped`: an administrator has stopped
 * all requests. `limited`: the person or the organisation has sent as many as it may within an hour. `untrusted`: the connection of the
 * logger is doubted, or the settings let no V5 logger carry requests. `notConnected`: no server holds a connection to it. `unsupported`: its protocol cannot carry the request.
 * `timeout`: no answer in time. `asleep`: what hangs on the logger is silent, as at night. `refused`: the device says no.
 * `failed`: device or logger could not, this time. `malformed`: the answer cannot be read. `disconnected`: the connection ended. `keyTaken`: the
 * same caller sent something else with this idempotency key. `upgrading`: firmware is on its way to it, and nothing else writes meanwhile.
 */
export const DEVICE_FAILURES = [
  'notAllowed',
  'stopped',
  'limited',
  'untrusted',
  'notConnected',
  'unsupported',
  'timeout',
  'asleep',
  'refused',
  'failed',
  'malformed',
  'disconnected',
  'keyTaken',
  'upgrading',
  'noAddress',
] as const;
export type DeviceFailure = (typeof DEVICE_FAILURES)[number];

/**
 * How far a command to a device is. `queued`: nothing has left. `sent`: from before the first byte leaves until the answer. `done`: the device did it.
 * `failed`: it did not. `unknown`: it was sent and nobody heard what became of it; it is never sent again by itself.
 */
export const COMMAND_STATES = ['queued', 'sent', 'done', 'failed', 'unknown'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** Kinds of what a search finds on the server, in the order in which they are shown. */
export const FOUND_KINDS = ['stations', 'devices', 'alarms', 'people', 'organisations', 'labels'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];
