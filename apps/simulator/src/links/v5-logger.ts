import {
  encodeCommandAnswer,
  encodeCommandError,
  encodeData,
  encodeHeartbeat,
  encodeHello,
  encodePush,
  encodeReport,
  encodeWifiInfo,
  parseCommand,
  parseServerAnswer,
  V5_CONTROL,
  type PushLayout,
  type V5Frame,
} from '@sunfleet/device-model';
import type { Reading } from '../station/reading.ts';
import { answerModbus, type SerialDevice } from './register-answer.ts';
import type { Uplink } from './uplink.ts';
import { createV5Line } from './v5-line.ts';
import { createLoggerClock } from './v5-times.ts';

/** A device on a logger: one with a layout is pushed, the others wait to be read. */
export interface LoggerDevice extends SerialDevice {
  layout: PushLayout | undefined;
}

export interface V5LoggerOptions {
  host: string;
  port: number;
  /** SN of the logger, a number. */
  sn: string;
  model: string;
  devices: readonly LoggerDevice[];
  /** Seconds between two uploads. */
  uploadSeconds: number;
  /** Percent. */
  signal(): number;
  now(): number;
}

/** A logger stick: dials in, says who it is, uploads, keeps the line alive and lets the server read its devices. */
export interface V5Logger {
  /** Way of a device whose layout is pushed. */
  uplinkOf(sn: string): Uplink<Reading>;
  /** Sends what is due: the line is opened where it is closed. Rejects with `UplinkError`. */
  upload(): Promise<void>;
  /** Cuts the line, as a power cut does. */
  close(): void;
}

const SSID = 'Sunfleet';
const HELLO = 2;
/** Frames on their way at once: a stick sends what it kept one after the other, without waiting for each. */
const WINDOW = 24;
/** Readings older than two uploads were kept while the line was down. */
const BUFFERED_AFTER = 2;

export function createV5Logger(options: V5LoggerOptions): V5Logger {
  const clock = createLoggerClock(options.now());
  const line = createV5Line({
    host: options.host,
    port: options.port,
    serial: Number(options.sn),
    onOpen: () => void greet().catch(() => line.close()),
    onCommand: (frame) => command(frame),
  });
  let packet = 0;
  let greeting: Promise<void> = Promise.resolve();
  let opening: Promise<void> | undefined;

  async function request(control: number, payload: Uint8Array): Promise<void> {
    const answer = parseServerAnswer((await line.request(control, payload)).payload);
    if (answer) clock.set(answer.now, options.now());
  }

  async function hello(): Promise<void> {
    const now = options.now();
    const times = clock.times(now, { type: HELLO });
    await request(V5_CONTROL.hello, encodeHello({ times, ...describe(options) }));
    await request(
      V5_CONTROL.wifi,
      encodeWifiInfo({ times: clock.times(now), ssid: SSID, signal: options.signal() }),
    );
    await request(V5_CONTROL.report, encodeReport(clock.times(now)));
  }

  function greet(): Promise<void> {
    greeting = hello();
    return greeting;
  }

  async function ready(): Promise<void> {
    if (!line.open) opening ??= line.connect().finally(() => (opening = undefined));
    await opening;
    await greeting;
  }

  function command(frame: V5Frame): void {
    const asked = parseCommand(frame.payload);
    if (asked?.type !== 'modbus') return;
    const rtu = answerModbus(options.devices, asked.rtu);
    const times = clock.times(options.now());
    line.answer(frame, rtu ? encodeCommandAnswer({ times, rtu }) : encodeCommandError(times, NO_ANSWER));
  }

  async function push(device: LoggerDevice, reading: Reading): Promise<void> {
    const buffered = options.now() - reading.time > BUFFERED_AFTER * options.uploadSeconds * 1000;
    const times = clock.times(reading.time, { buffered });
    packet += 1;
    const payload = device.layout
      ? encodePush({ layout: device.layout, sn: device.sn, values: reading.values, times, packet })
      : encodeData({ times, sensorList: sensorListOf(device), packet, body: snBody(device.sn) });
    await request(V5_CONTROL.data, payload);
  }

  return {
    uplinkOf(sn) {
      const device = options.devices.find((each) => each.sn === sn);
      if (!device) throw new Error(`logger ${options.sn} has no device ${sn}`);
      return {
        async send(readings) {
          await ready();
          for (let at = 0; at < readings.length; at += WINDOW) {
            await Promise.all(readings.slice(at, at + WINDOW).map((reading) => push(device, reading)));
          }
        },
        close: () => Promise.resolve(line.close()),
      };
    },
    async upload() {
      await ready();
      await request(V5_CONTROL.heartbeat, encodeHeartbeat());
    },
    close: () => line.close(),
  };
}

/** Code for "the inverter does not answer". */
const NO_ANSWER = 5;
/** Sensor list of families without one of their own. */
const NOT_FIXED = 0xffff;

function sensorListOf(device: LoggerDevice | undefined): number {
  return device?.layout?.sensorList ?? device?.profile.sensorLists[0] ?? NOT_FIXED;
}

function snBody(sn: string): Uint8Array {
  const body = new Uint8Array(64);
  body.set(new TextEncoder().encode(sn.slice(0, 16)));
  return body;
}

function describe({ sn, model, devices, uploadSeconds, signal }: V5LoggerOptions) {
  const sensorList = sensorListOf(devices[0]);
  const token = sensorList.toString(16).toUpperCase().padStart(4, '0');
  const tail = Number(sn).toString(16).padStart(8, '0').slice(-6);
  return {
    uploadMinutes: Math.max(1, Math.round(uploadSeconds / 60)),
    collectSeconds: Math.min(uploadSeconds, 60),
    heartbeatSeconds: 120,
    maxDevices: 5,
    signal: signal(),
    firmware: `${model.replace('-', '')}_17_${token}_1.07`,
    mac: `02:53:46:${tail.match(/../g)!.join(':')}`,
    ip: '192.168.1.57',
    sensorList,
    hardware: `${model}-V2`,
    ssid: SSID,
  };
}
