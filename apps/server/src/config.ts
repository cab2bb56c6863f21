import { LIMITS, type CommandLimit } from '@sunfleet/contract';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { addressesOf, addressMistakes } from './address-settings.ts';
import { FILES_URL, filesMistakes, filesOf } from './files-settings.ts';
import { isAddressUrl, readAddressLayout, type AddressService } from './platform/address-service.ts';
import type { InsertQuorum } from './platform/clickhouse/cluster-settings.ts';
import type { S3Place } from './platform/files/s3-place.ts';
import type { SimProvider } from './platform/sim-provider.ts';
import type { WeatherService } from './platform/weather-service.ts';
import type { TlsFiles } from './platform/tls-files.ts';
import { ROLES, rolesMistakes, rolesOf, type ServerRole } from './roles-settings.ts';
import { tlsMistakes, tlsOf } from './tls-settings.ts';
import { isSimUrl, simMistakes, simsOf } from './sim-settings.ts';
import { isWeatherUrl, weatherMistakes, weatherOf } from './weather-settings.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .default(fallback ? 'on' : 'off')
    .transform((value) => value === 'on' || value === 'true' || value === '1');
const url = (protocol: RegExp) => z.url({ protocol });
const perHour = (fallback: number) =>
  z.coerce.number().int().min(1).max(LIMITS.requestsPerHour).default(fallback);
const days = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** An address, a network in CIDR form, or one of the names for networks near by. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The address of a host, without a path. */
function isHost(text: string): boolean {
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) && address.origin === text.toLowerCase();
}

/** Tiles of pictures by zoom and place, or the document of a style. */
function isMap(text: string): boolean {
  return text.endsWith('.json') || ['{z}', '{x}', '{y}'].every((part) => text.includes(part));
}

/** Every setting of the server. `docs/settings.md` is this table in words; a test compares both. */
const settings = z.object({
  SUNFLEET_DATA_DIR: z.string().default('data'),
  SUNFLEET_HOST: z.string().optional(),
  SUNFLEET_PORT: port(8080),
  SUNFLEET_MQTT_PORT: port(1883),
  SUNFLEET_V5_PORT: port(10000),
  SUNFLEET_STRICT_PORTS: flag(false),
  SUNFLEET_DEMO: flag(true),
  SUNFLEET_DEMO_HISTORY_DAYS: z.coerce.number().min(0).max(400).default(35),
  SUNFLEET_ADMIN_EMAIL: z.email().default('admin@sunfleet.local'),
  SUNFLEET_ADMIN_PASSWORD: z.string().min(8).optional(),
  SUNFLEET_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SUNFLEET_NODES: z.string().default(''),
  SUNFLEET_THEMES: z.string().default(''),
  SUNFLEET_THEME_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim().replace(/\/+$/, ''))
        .filter(Boolean),
    )
    .refine((all) => all.length <= 2 && all.every(isHost), {
      message: 'names up to two hosts such as https://themes.example.com, separated by commas',
    }),
  SUNFLEET_MAP_TILES: url(/^https?$/)
    .refine(isMap, { message: 'is an address with {z}, {x} and {y}, or of a style that ends in .json' })
    .optional(),
  SUNFLEET_MAP_CREDIT: z.string().max(300).default(''),
  SUNFLEET_ADDRESS_URL: z
    .string()
    .refine(isAddressUrl, { message: 'is an address with {query} behind its host, by http or https' })
    .optional(),
  SUNFLEET_ADDRESS_LAYOUT: z
    .string()
    .default('nominatim')
    .refine((text) => readAddressLayout(text) !== undefined, {
      message: 'is nominatim, photon, or names latitude=… and longitude=… at least',
    }),
  SUNFLEET_ADDRESS_SOURCE: z.string().trim().min(1).max(100).optional(),
  SUNFLEET_ADDRESS_CREDIT: z.string().max(300).default(''),
  SUNFLEET_ADDRESS_PATIENCE_SECONDS: z.coerce.number().min(0.5).max(30).default(5),
  SUNFLEET_ADDRESS_SEARCHES_PER_PERSON: z.coerce.number().int().min(1).max(100_000).default(100),
  SUNFLEET_ADDRESS_SEARCHES_IN_ALL: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  SUNFLEET_ADDRESS_DAYS: z.coerce.number().int().min(0).max(3_650).default(30),
  SUNFLEET_WEATHER_URL: z
    .string()
    .refine(isWeatherUrl, { message: 'is an address by http or https, without #' })
    .optional(),
  SUNFLEET_WEATHER_KEY: z.string().trim().min(1).max(500).optional(),
  SUNFLEET_WEATHER_SOURCE: z.string().trim().min(1).max(100).optional(),
  SUNFLEET_WEATHER_CREDIT: z.string().max(300).default(''),
  SUNFLEET_WEATHER_PATIENCE_SECONDS: z.coerce.number().min(0.5).max(30).default(5),
  SUNFLEET_WEATHER_REQUESTS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(5_000),
  SUNFLEET_SIM_URL: z
    .string()
    .refine(isSimUrl, { message: 'is an address by http or https, without ? and #' })
    .optional(),
  SUNFLEET_SIM_TOKEN: z.string().trim().min(1).max(4000).optional(),
  SUNFLEET_SIM_SOURCE: z.string().trim().min(1).max(100).optional(),
  SUNFLEET_SIM_PATIENCE_SECONDS: z.coerce.number().min(0.5).max(60).default(15),
  SUNFLEET_SIM_REQUESTS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(50_000),
  SUNFLEET_CORS_ORIGINS: z.string().default(''),
  SUNFLEET_TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((all) => all.every(isProxy), {
      message: 'names addresses, networks such as 10.0.0.0/8, or loopback',
    }),
  SUNFLEET_SECRET_KEY: z.string().min(32).optional(),
  SUNFLEET_SECRET_KEY_CHANGED: flag(false),
  SUNFLEET_UNKNOWN_DEVICES: z.enum(['keep', 'refuse']).optional(),
  SUNFLEET_UNKNOWN_DEVICE_DAYS: z.coerce.number().int().min(1).max(365).default(3),
  SUNFLEET_UNKNOWN_DEVICES_PER_NETWORK: z.coerce.number().int().min(1).default(200),
  SUNFLEET_UNKNOWN_DEVICES_IN_ALL: z.coerce.number().int().min(1).default(10_000),
  SUNFLEET_NEW_DEVICES_PER_DAY: z.coerce.number().int().min(1).default(1000),
  SUNFLEET_ADDED_BY_NEWCOMERS: z.coerce.number().int().min(1).default(100_000),
  SUNFLEET_SAMPLES_PER_DAY: z.coerce.number().int().min(1).default(1_000_000_000),
  SUNFLEET_SAMPLES_STORED: z.coerce.number().int().min(1).default(100_000_000_000),
  SUNFLEET_UNKNOWN_SAMPLES_PER_DAY: z.coerce.number().int().min(1).default(20_000_000),
  SUNFLEET_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1000),
  SUNFLEET_CONNECTIONS_IN_ALL: z.coerce.number().int().min(64).optional(),
  SUNFLEET_HTTP_TLS_CERT: z.string().optional(),
  SUNFLEET_HTTP_TLS_KEY: z.string().optional(),
  SUNFLEET_V5_TLS_CERT: z.string().optional(),
  SUNFLEET_V5_TLS_KEY: z.string().optional(),
  SUNFLEET_MQTT_TLS_CERT: z.string().optional(),
  SUNFLEET_MQTT_TLS_KEY: z.string().optional(),
  SUNFLEET_RAW_RETENTION_DAYS: days(400),
  SUNFLEET_ROLLUP_RETENTION_DAYS: days(0),
  SUNFLEET_FRAME_RETENTION_DAYS: days(30),
  SUNFLEET_STORE_PATIENCE_SECONDS: z.coerce.number().min(0.5).max(120).default(30),
  SUNFLEET_INGEST_MEMORY_MB: z.coerce.number().int().min(16).default(192),
  SUNFLEET_FSYNC: flag(false),
  SUNFLEET_COMMANDS_PER_PERSON: perHour(60),
  SUNFLEET_COMMANDED_DEVICES_PER_PERSON: perHour(20),
  SUNFLEET_COMMANDS_PER_ORGANISATION: perHour(600),
  SUNFLEET_DEVICE_READS_PER_PERSON: perHour(1000),
  SUNFLEET_V5_COMMANDS: z.enum(['off', 'confirmed', 'on']).default('confirmed'),
  SUNFLEET_V5_POLL_SECONDS: z.coerce.number().int().min(2).default(30),
  SUNFLEET_WEB_DIR: z.string().optional(),
  SUNFLEET_PUBLIC_URL: url(/^https?$/).optional(),
  SUNFLEET_PUBLIC_MQTT_URL: url(/^mqtts?$/).optional(),
  SUNFLEET_PUBLIC_V5_URL: url(/^(tcp|tls)$/).optional(),
  SUNFLEET_SMTP_URL: url(/^smtps?$/).optional(),
  SUNFLEET_MAIL_FROM: z.string().optional(),
  SUNFLEET_SMS_URL: url(/^https?$/).optional(),
  SUNFLEET_SMS_TOKEN: z.string().optional(),
  SUNFLEET_FILES_URL: z
    .string()
    .regex(FILES_URL, { message: 'names a bucket, such as s3://bucket or s3://bucket/folder' })
    .optional(),
  SUNFLEET_FILES_ENDPOINT: url(/^https?$/).optional(),
  SUNFLEET_FILES_REGION: z.string().optional(),
  SUNFLEET_FILES_KEY: z.string().optional(),
  SUNFLEET_FILES_SECRET: z.string().optional(),
  SUNFLEET_FILES_ADDRESSING: z.enum(['path', 'host']).optional(),
  DATABASE_URL: z.string().optional(),
  CLICKHOUSE_URL: z.string().optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^\w+$/, { message: 'is the name of a cluster: letters, digits and _' })
    .optional(),
  CLICKHOUSE_INSERT_QUORUM: z.union([z.literal('auto'), z.coerce.number().int().min(0).max(16)]).default(0),
  MQTT_URL: z.string().optional(),
  SUNFLEET_ROLES: z.string().default(ROLES.join(',')),
  NATS_URL: url(/^(nats|tls)$/).optional(),
});

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

const schema = settings.superRefine((env, context) => {
  if (env.SUNFLEET_SMTP_URL && !env.SUNFLEET_MAIL_FROM) {
    const message = 'names the sender of mails; needed with SUNFLEET_SMTP_URL';
    context.addIssue({ code: 'custom', path: ['SUNFLEET_MAIL_FROM'], message });
  }
  const mistakes = [
    tlsMistakes(env),
    filesMistakes(env),
    rolesMistakes(env),
    addressMistakes(env),
    weatherMistakes(env),
    simMistakes(env),
  ];
  for (const { setting, message } of mistakes.flat())
    context.addIssue({ code: 'custom', path: [setting], message });
});

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  dataDir: string;
  host: string;
  port: number;
  mqttPort: number;
  v5Port: number;
  /** Refuse to start when a port is taken instead of taking the next free one. */
  strictPorts: boolean;
  demo: boolean;
  /** Days of the past that the demo fleet reports at its first start. */
  demoHistoryDays: number;
  adminEmail: string;
  /** Generated for this start when not set; used only when the account is created. */
  adminPassword: string;
  adminPasswordGenerated: boolean;
  logLevel: string;
  nodes: string;
  themes: string;
  /** Hosts that pages ask for their theme when this server does not answer; empty: those named when the web was built. */
  themeHosts: readonly string[];
  /** Background of the maps in place of the shipped outline, and who must be named on it; undefined: as `map-providers.json` says. */
  mapTiles: { url: string; credit: string } | undefined;
  /** Who finds addresses; undefined: nobody does. */
  addresses: AddressService | undefined;
  /** Who tells the weather; undefined: sensors of stations and the clear sky alone. */
  weather: WeatherService | undefined;
  /** Who runs SIM cards; undefined: people keep their figures. */
  sims: SimProvider | undefined;
  corsOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-*` headers count: addresses, networks, `loopback`, `linklocal`, `uniquelocal`. */
  trustedProxies: readonly string[];
  /** What secrets at rest are encrypted with; undefined: a key file in the data directory. */
  secretKey: string | undefined;
  /** Whether another key than before is there by intention. */
  secretKeyChanged: boolean;
  /** Whether devices that nobody registered are listed as connected, not bound; otherwise they are turned away. */
  keepUnknownDevices: boolean;
  /** Connections of one address at one door, and of all addresses; undefined: what the system's limit of descriptors leaves. */
  connections: { perAddress: number; inAll: number | undefined };
  /** Days of silence after which a device that nobody owns is removed, and how many of them a network and all may bring. */
  unknownDevices: { days: number; perNetwork: number; inAll: number };
  /** Serial numbers that the keys of an organisation may bring within a day and that are in no station. */
  newDevicesPerDay: number;
  /** Stations and devices that come into new organisations, all together, while they are new. */
  addedByNewcomers: number;
  /** Samples that an organisation may take in on a day and store in all, and a network of devices that nobody owns on a day. */
  samples: { perDay: number; stored: number; perNetworkDay: number };
  /** Certificates of the doors; undefined: plain text. */
  httpTls: TlsFiles | undefined;
  mqttTls: TlsFiles | undefined;
  v5Tls: TlsFiles | undefined;
  rawRetentionDays: number;
  rollupRetentionDays: number;
  frameRetentionDays: number;
  /** How long callers wait for a store that does not answer. */
  storePatienceMs: number;
  ingestMemoryBytes: number;
  /** Acknowledge samples only when the disk has them, so that a power cut takes none of them. */
  fsync: boolean;
  /** Requests to devices within an hour, where the platform's administrators set nothing else. */
  commandLimits: Readonly<Record<CommandLimit, number>>;
  /** Which V5 loggers carry requests down: none, those whose connection is not doubted, all. Polls go on in any case. */
  v5Commands: 'off' | 'confirmed' | 'on';
  /** Seconds between two polls of a device behind a V5 logger. */
  v5PollSeconds: number;
  webDir: string;
  /** Where people reach this server, without a slash at the end; undefined: messages carry no links. */
  publicUrl: string | undefined;
  /** Where devices reach the MQTT broker and the port of V5 loggers; undefined: at this server, at the ports it has. */
  publicMqttUrl: string | undefined;
  publicV5Url: string | undefined;
  /** Undefined: no mails are sent. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Undefined: no SMS are sent. */
  sms: { url: string; token: string | undefined } | undefined;
  /** Store of files that are not rows; undefined: the data directory. */
  files: S3Place | undefined;
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  /** Replicas of a cluster that must have a row before it is acknowledged; 0: one. */
  insertQuorum: InsertQuorum;
  mqttUrl: string | undefined;
  /** What this server does: everything, unless others share the work. */
  roles: ReadonlySet<ServerRole>;
  /** How servers that share the work reach each other; undefined: this one is alone. */
  natsUrl: string | undefined;
}

/** Reads the environment; throws an `Error` that names each wrong variable and what is right. */
export function readConfig(environment: Environment): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are not right:\n${lines.join('\n')}`);
  }
  return toConfig(parsed.data);
}

function toConfig(env: z.infer<typeof schema>): Config {
  return {
    dataDir: path.resolve(env.SUNFLEET_DATA_DIR),
    // The demo's passwords are printed, so it answers this machine alone unless somebody decides otherwise.
    host: env.SUNFLEET_HOST ?? (env.SUNFLEET_DEMO ? '127.0.0.1' : '0.0.0.0'),
    port: env.SUNFLEET_PORT,
    mqttPort: env.SUNFLEET_MQTT_PORT,
    v5Port: env.SUNFLEET_V5_PORT,
    strictPorts: env.SUNFLEET_STRICT_PORTS,
    demo: env.SUNFLEET_DEMO,
    demoHistoryDays: env.SUNFLEET_DEMO_HISTORY_DAYS,
    adminEmail: env.SUNFLEET_ADMIN_EMAIL,
    adminPassword: env.SUNFLEET_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url'),
    adminPasswordGenerated: env.SUNFLEET_ADMIN_PASSWORD === undefined,
    logLevel: env.SUNFLEET_LOG_LEVEL,
    nodes: env.SUNFLEET_NODES,
    themes: env.SUNFLEET_THEMES,
    themeHosts: env.SUNFLEET_THEME_HOSTS,
    mapTiles: env.SUNFLEET_MAP_TILES
      ? { url: env.SUNFLEET_MAP_TILES, credit: env.SUNFLEET_MAP_CREDIT }
      : undefined,
    addresses: addressesOf(env),
    weather: weatherOf(env),
    sims: simsOf(env),
    corsOrigins: env.SUNFLEET_CORS_ORIGINS.split(',').filter(Boolean),
    trustedProxies: env.SUNFLEET_TRUSTED_PROXIES,
    secretKey: env.SUNFLEET_SECRET_KEY,
    secretKeyChanged: env.SUNFLEET_SECRET_KEY_CHANGED,
    // Whoever shows a serial number first owns it in effect, so only a demo takes devices that nobody registered.
    keepUnknownDevices: (env.SUNFLEET_UNKNOWN_DEVICES ?? (env.SUNFLEET_DEMO ? 'keep' : 'refuse')) === 'keep',
    connections: {
      perAddress: env.SUNFLEET_CONNECTIONS_PER_ADDRESS,
      inAll: env.SUNFLEET_CONNECTIONS_IN_ALL,
    },
    unknownDevices: {
      days: env.SUNFLEET_UNKNOWN_DEVICE_DAYS,
      perNetwork: env.SUNFLEET_UNKNOWN_DEVICES_PER_NETWORK,
      inAll: env.SUNFLEET_UNKNOWN_DEVICES_IN_ALL,
    },
    newDevicesPerDay: env.SUNFLEET_NEW_DEVICES_PER_DAY,
    addedByNewcomers: env.SUNFLEET_ADDED_BY_NEWCOMERS,
    samples: {
      perDay: env.SUNFLEET_SAMPLES_PER_DAY,
      stored: env.SUNFLEET_SAMPLES_STORED,
      perNetworkDay: env.SUNFLEET_UNKNOWN_SAMPLES_PER_DAY,
    },
    httpTls: tlsOf(env, 'HTTP'),
    mqttTls: tlsOf(env, 'MQTT'),
    v5Tls: tlsOf(env, 'V5'),
    rawRetentionDays: env.SUNFLEET_RAW_RETENTION_DAYS,
    rollupRetentionDays: env.SUNFLEET_ROLLUP_RETENTION_DAYS,
    frameRetentionDays: env.SUNFLEET_FRAME_RETENTION_DAYS,
    storePatienceMs: env.SUNFLEET_STORE_PATIENCE_SECONDS * 1000,
    ingestMemoryBytes: env.SUNFLEET_INGEST_MEMORY_MB * 1024 * 1024,
    fsync: env.SUNFLEET_FSYNC,
    commandLimits: {
      writesPerPerson: env.SUNFLEET_COMMANDS_PER_PERSON,
      devicesPerPerson: env.SUNFLEET_COMMANDED_DEVICES_PER_PERSON,
      writesPerOrganisation: env.SUNFLEET_COMMANDS_PER_ORGANISATION,
      readsPerPerson: env.SUNFLEET_DEVICE_READS_PER_PERSON,
    },
    v5Commands: env.SUNFLEET_V5_COMMANDS,
    v5PollSeconds: env.SUNFLEET_V5_POLL_SECONDS,
    webDir: path.resolve(env.SUNFLEET_WEB_DIR ?? path.join(import.meta.dirname, '../../web/dist')),
    publicUrl: env.SUNFLEET_PUBLIC_URL?.replace(/\/+$/, ''),
    publicMqttUrl: env.SUNFLEET_PUBLIC_MQTT_URL,
    publicV5Url: env.SUNFLEET_PUBLIC_V5_URL,
    ...messageSettings(env),
    files: filesOf(env),
    databaseUrl: env.DATABASE_URL,
    clickhouseUrl: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    insertQuorum: env.CLICKHOUSE_INSERT_QUORUM,
    mqttUrl: env.MQTT_URL,
    roles: rolesOf(env),
    natsUrl: env.NATS_URL,
  };
}

function messageSettings(env: z.infer<typeof schema>): Pick<Config, 'mail' | 'sms'> {
  const { SUNFLEET_SMTP_URL: smtpUrl, SUNFLEET_MAIL_FROM: from, SUNFLEET_SMS_URL: url } = env;
  return {
    mail: smtpUrl && from ? { smtpUrl, from } : undefined,
    sms: url ? { url, token: env.SUNFLEET_SMS_TOKEN } : undefined,
  };
}
