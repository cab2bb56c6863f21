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
import { answerWith, type Answering, type AnswerFault } from './answer-faults.ts';
import { openLanDoor, type LanDoor } from './lan-door.ts';
import { answerModbus, type SerialDevice } from './register-answer.ts';
import type { Uplink } from './uplink.ts';
import { createV5Line, type V5Line } from './v5-line.ts';
import { createLoggerClock, type LoggerClock } from './v5-times.ts';

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
  /** How commands are answered wrongly now: those that write, or those that read. */
  fault?(writes: boolean): AnswerFault | undefined;
}

/** A logger stick: dials in, says who it is, uploads, keeps the line alive and lets the server read its devices. */
export interface V5Logger {
  /** Way of a device whose layout is pushed. */
  uplinkOf(sn: string): Uplink<Reading>;
  /** Sends what is due: the line is opened where it is closed. Rejects with `UplinkError`. */
  upload(): Promise<void>;
  /** Cuts the line, as a power cut does. */
  close(): void;
  /** The same, and dials in again at once. */
  redial(): void;
  /** Lets others in its local network ask its devices, as sticks do. Port 0: any that is free. */
  openLan(port: number): Promise<LanDoor>;
}

const SSID = 'Sunfleet';
const HELLO = 2;
/** Frames on their way at once: a stick sends what it kept one after the other, without waiting for each. */
const WINDOW = 24;
/** Readings older than two uploads were kept while the line was down. */
const BUFFERED_AFTER = 2;

export function createV5Logger(options: V5LoggerOptions): V5Logger {
  return new RunningLogger(options);
}

class RunningLogger implements V5Logger {
  readonly #options: V5LoggerOptions;
  readonly #clock: LoggerClock;
  readonly #line: V5Line;
  #packet = 0;
  #greeting: Promise<void> = Promise.resolve();
  #opening: Promise<void> | undefined;

  constructor(options: V5LoggerOptions) {
    this.#options = options;
    this.#clock = createLoggerClock(options.now());
    this.#line = createV5Line({
      host: options.host,
      port: options.port,
      serial: Number(options.sn),
      onOpen: (line) => void this.#greet().catch(() => line.close()),
      onCommand: (frame) => this.#command(frame),
    });
  }

  uplinkOf(sn: string): Uplink<Reading> {
    const device = this.#options.devices.find((each) => each.sn === sn);
    if (!device) throw new Error(`logger ${this.#options.sn} has no device ${sn}`);
    return {
      send: async (readings) => {
        await this.#ready();
        for (let at = 0; at < readings.length; at += WINDOW) {
          await Promise.all(readings.slice(at, at + WINDOW).map((reading) => this.#push(device, reading)));
        }
      },
      close: async () => this.close(),
    };
  }

  async upload(): Promise<void> {
    await this.#ready();
    await this.#request(V5_CONTROL.heartbeat, encodeHeartbeat());
  }

  close(): void {
    this.#line.close();
  }

  redial(): void {
    this.close();
    void this.#ready().catch(() => undefined);
  }

  async #ready(): Promise<void> {
    if (!this.#line.open) this.#opening ??= this.#line.connect().finally(() => (this.#opening = undefined));
    await this.#opening;
    await this.#greeting;
  }

  #greet(): Promise<void> {
    this.#greeting = this.#hello();
    return this.#greeting;
  }

  async #hello(): Promise<void> {
    const clock = this.#clock;
    const now = this.#options.now();
    const hello = { times: clock.times(now, { type: HELLO }), ...describe(this.#options) };
    await this.#request(V5_CONTROL.hello, encodeHello(hello));
    const wifi = { times: clock.times(now), ssid: SSID, signal: this.#options.signal() };
    await this.#request(V5_CONTROL.wifi, encodeWifiInfo(wifi));
    await this.#request(V5_CONTROL.report, encodeReport(clock.times(now)));
  }

  /** Sends a request, and sets the logger's clock by the answer. */
  async #request(control: number, payload: Uint8Array): Promise<void> {
    const answer = parseServerAnswer((await this.#line.request(control, payload)).payload);
    if (answer) this.#clock.set(answer.now, this.#options.now());
  }

  openLan(port: number): Promise<LanDoor> {
    const serial = Number(this.#options.sn);
    return openLanDoor({
      port,
      serial,
      onCommand: (frame, send) => this.#answer(frame, { send, redial: () => undefined }),
    });
  }

  #command(frame: V5Frame): void {
    this.#answer(frame, {
      send: (bytes, foreign) => this.#line.answer(frame, bytes, Number(this.#options.sn) + (foreign ? 1 : 0)),
      redial: () => this.redial(),
    });
  }

  #answer(frame: V5Frame, by: Answering): void {
    const asked = parseCommand(frame.payload);
    if (asked?.type !== 'modbus') return;
    const rtu = answerModbus(this.#options.devices, asked.rtu);
    const times = this.#clock.times(this.#options.now());
    const payload = rtu ? encodeCommandAnswer({ times, rtu }) : encodeCommandError(times, NO_ANSWER);
    answerWith(this.#options.fault?.((asked.rtu[1] ?? 0) > 4), payload, by);
  }

  async #push(device: LoggerDevice, reading: Reading): Promise<void> {
    const age = this.#options.now() - reading.time;
    const buffered = age > BUFFERED_AFTER * this.#options.uploadSeconds * 1000;
    const times = this.#clock.times(reading.time, { buffered });
    this.#packet += 1;
    const packet = this.#packet;
    const payload = device.layout
      ? encodePush({ layout: device.layout, sn: device.sn, values: reading.values, times, packet })
      : encodeData({ times, sensorList: sensorListOf(device), packet, body: snBody(device.sn) });
    await this.#request(V5_CONTROL.data, payload);
  }
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
