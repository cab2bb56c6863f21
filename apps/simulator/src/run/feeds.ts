import { profileById, PUSH_LAYOUTS } from '@sunfleet/device-model';
import type { FleetDevice } from '../../fleets/schema.ts';
import { createModbusFirmware } from '../firmware/modbus-firmware.ts';
import { parametersOfKind } from '../links/answer-parameters.ts';
import { ANSWER_FAULTS } from '../links/answer-faults.ts';
import { createHttpUplink } from '../links/http-uplink.ts';
import { openMqttDevice } from './mqtt-device.ts';
import { createOutbox, type Outbox } from '../links/outbox.ts';
import type { SecretKeeper } from '../links/secret-keeper.ts';
import { telemetryMessage } from '../links/uplink.ts';
import { createV5Logger, type LoggerDevice, type V5Logger } from '../links/v5-logger.ts';
import { readDevice, signalOf } from '../station/read-device.ts';
import type { DeviceModel } from '../station/station-state.ts';
import type { LiveStation } from './simulation.ts';

/** Where the gateways are. */
export interface Gateways {
  mqtt: string;
  http: string;
  v5: { host: string; port: number };
}

/** A device on its way to the platform. */
export interface Feed {
  station: LiveStation;
  device: DeviceModel;
  /** Live readings; undefined for a logger, which measures nothing. */
  live: Outbox | undefined;
  /** The past; the same as `live` but for devices behind a logger, whose past comes by HTTP. */
  past: Outbox | undefined;
  /** The logger it is, or hangs on. */
  logger: V5Logger | undefined;
  /** Whether the logger hands its readings on; false: the server asks for them. */
  pushes: boolean;
  /** Slot of its interval that was last sent. */
  slot: number;
  close(): Promise<void>;
}

export interface FeedOptions {
  gateways: Gateways;
  secrets: SecretKeeper;
  now(): number;
  /** Brings a station to this moment before its registers are read. */
  refresh(station: LiveStation): void;
  onProblem(message: string): void;
}

/** Readings of one message when the past is sent: eight hours in steps of five minutes. */
export const PAST_BATCH = 96;
/** Readings a device keeps while the platform is away: bounded, so that a fleet fits into a small heap. */
const CAPACITY = 288;
const RETRY_MS = 5000;
/** Firmware of simulated devices before anybody upgrades them. */
const VERSION = '1.4.2';

/** Kinds of devices on which something can be set. */
const SETTABLE: ReadonlySet<string> = new Set(['inverter', 'hybrid', 'micro']);

/** Opens the ways of all devices of a station. Nothing is connected before something is sent. */
export function createFeeds(station: LiveStation, options: FeedOptions): Feed[] {
  const loggers = new Map(
    station.model.devices
      .filter(({ device }) => device.kind === 'logger' && device.protocol === 'v5')
      .map(({ device }) => [device.sn, createLogger(station, device, options)] as const),
  );
  return station.model.devices.map((device) => {
    const { sn, parentSn, kind } = device.device;
    const logger = loggers.get(kind === 'logger' ? sn : (parentSn ?? ''));
    const outboxes = openOutboxes(station, device, { logger, options });
    return {
      station,
      device,
      ...outboxes,
      logger,
      pushes: device.device.v5Data !== 'polled',
      slot: -1,
      async close() {
        await Promise.all([...new Set([outboxes.live, outboxes.past])].map((outbox) => outbox?.close()));
      },
    };
  });
}

function openOutboxes(
  station: LiveStation,
  { device, memory }: DeviceModel,
  { logger, options }: { logger: V5Logger | undefined; options: FeedOptions },
): Pick<Feed, 'live' | 'past'> {
  const { gateways, secrets, onProblem } = options;
  const limits = { batch: PAST_BATCH, capacity: CAPACITY, retryMs: RETRY_MS, onProblem };
  const { sn, secret, protocol, kind } = device;
  const signIn = {
    secret: () => secrets.of(sn, secret ?? ''),
    onSecret: (given: string) => secrets.keep(sn, given),
  };
  const http = () =>
    createOutbox({
      ...limits,
      pack: telemetryMessage,
      uplink: createHttpUplink({ url: gateways.http, sn, ...signIn }),
    });
  if (protocol === 'v5') {
    if (kind === 'logger' || !logger) return { live: undefined, past: undefined };
    return {
      live: createOutbox({ ...limits, pack: (reading) => reading, uplink: logger.uplinkOf(sn) }),
      past: secret ? http() : undefined,
    };
  }
  if (protocol === 'http') {
    const outbox = http();
    return { live: outbox, past: outbox };
  }
  const uplink = openMqttDevice({
    gateways,
    organisation: station.model.station.organisation,
    device,
    signIn,
    onRefused: onProblem,
    parameters: SETTABLE.has(kind) ? { ...parametersOfKind(kind), settings: memory.settings } : undefined,
  });
  const outbox = createOutbox({ ...limits, pack: telemetryMessage, uplink });
  return { live: outbox, past: outbox };
}

function createLogger(station: LiveStation, logger: FleetDevice, options: FeedOptions): V5Logger {
  const children = station.model.devices.filter(({ device }) => device.parentSn === logger.sn);
  const made = createV5Logger({
    ...options.gateways.v5,
    sn: logger.sn,
    model: logger.model,
    devices: children.flatMap(
      (child) => serialDevice(station, child, { ...options, cutLine: () => made.redial() }) ?? [],
    ),
    uploadSeconds: logger.intervalSeconds,
    signal: () => signalOf(logger.sn, 0),
    now: options.now,
    fault: () => {
      const faults = station.model.devices.find(({ device }) => device.sn === logger.sn)?.faults;
      return ANSWER_FAULTS.find((name) => faults?.has(name));
    },
  });
  return made;
}

function serialDevice(
  station: LiveStation,
  child: DeviceModel,
  options: FeedOptions & { cutLine: () => void },
): LoggerDevice | undefined {
  const { sn, profileId, slave, v5Data, model, manufacturer } = child.device;
  const profile = profileId === null ? undefined : profileById(profileId);
  if (!profile) return undefined;
  return {
    sn,
    slave: slave ?? profile.modbus.slaveDefault,
    profile,
    texts: { model, manufacturer, firmware: VERSION },
    ...(profile.firmwareFiles
      ? { firmware: createModbusFirmware({ version: VERSION, cutLine: options.cutLine }) }
      : {}),
    settings: child.memory.settings,
    layout: v5Data === 'pushed' ? PUSH_LAYOUTS.find((layout) => layout.profileId === profile.id) : undefined,
    read() {
      options.refresh(station);
      if (!child.awake && !child.device.battery) return undefined;
      return readDevice(station.model, child, { light: station.light, detail: 'all' }).values;
    },
  };
}
