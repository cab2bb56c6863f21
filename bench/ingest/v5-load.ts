import net from 'node:net';
import { performance } from 'node:perf_hooks';
import {
  encodeHello,
  encodePush,
  encodeV5Frame,
  PUSH_LAYOUTS,
  V5_CONTROL,
  V5StreamParser,
  type PushLayout,
} from '@sunfleet/device-model';
import { behindV5, FIRST_V5_SERIAL } from './v5-loggers.ts';

/**
 * Load of V5 loggers, as a process of its own: `v5-load.ts <port> <loggers> <seconds>`. Each logger sends one live data frame
 * after the other, the next when the one before is acknowledged. Prints one JSON line.
 */
const [port = 10_000, loggers = 2000, seconds = 60] = process.argv.slice(2).map(Number);

const layout = PUSH_LAYOUTS.reduce((most, each) => (each.fields.length > most.fields.length ? each : most));
const times = { frameType: 1, totalSeconds: 1000, powerOnSeconds: 10, offsetSeconds: 0 };
const values = Object.fromEntries(layout.fields.map(({ key }, index) => [key, 1 + index]));

interface Tally {
  frames: number;
  /** Milliseconds from sending to acknowledgement. */
  waits: number[];
  running: boolean;
}

/** One logger: resolves when it is connected and greeted, then sends for as long as the tally runs. */
function startLogger(index: number, tally: Tally): Promise<net.Socket> {
  const serial = FIRST_V5_SERIAL + index;
  const parser = new V5StreamParser();
  let sequence = 0;
  let sentAt = 0;
  // A frame of each second of the recent past, so that no two of a logger have the same time.
  let time = Math.floor(Date.now() / 1000) - 540;
  const socket = net.connect(port, '127.0.0.1');
  const send = (control: number, payload: Uint8Array) => {
    sequence = (sequence + 1) & 0xff;
    sentAt = performance.now();
    socket.write(encodeV5Frame({ control, serverSequence: 0, loggerSequence: sequence, serial, payload }));
  };
  const sendData = () => send(V5_CONTROL.data, dataPayload(layout, behindV5(serial), (time += 1)));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => send(V5_CONTROL.hello, encodeHello({ ...HELLO, times })));
    socket.on('data', (chunk) => {
      for (const { control } of parser.push(chunk as Buffer)) {
        if (control === V5_CONTROL.helloAnswer) resolve(socket);
        if (control === V5_CONTROL.dataAnswer && tally.running) {
          tally.frames += 1;
          tally.waits.push(performance.now() - sentAt);
        }
        if (control !== V5_CONTROL.command) sendData();
      }
    });
  });
}

const HELLO = {
  uploadMinutes: 5,
  collectSeconds: 60,
  heartbeatSeconds: 120,
  maxDevices: 1,
  signal: 80,
  firmware: 'LSW5_01_BENCH_1.00',
  mac: '02:00:00:00:00:02',
  ip: '10.0.0.2',
  sensorList: layout.sensorList,
  hardware: 'V1',
  ssid: 'bench',
};

let packet = 0;
function dataPayload(of: PushLayout, sn: string, second: number): Uint8Array {
  const offsetSeconds = second - times.totalSeconds;
  return encodePush({ layout: of, sn, values, times: { ...times, offsetSeconds }, packet: (packet += 1) });
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

const tally: Tally = { frames: 0, waits: [], running: false };
const sockets: net.Socket[] = [];
for (let index = 0; index < loggers; index += 50) {
  const group = Array.from({ length: Math.min(50, loggers - index) }, (_, i) =>
    startLogger(index + i, tally),
  );
  sockets.push(...(await Promise.all(group)));
}
tally.running = true;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
tally.running = false;
const took = (performance.now() - began) / 1000;
for (const socket of sockets) socket.destroy();
const waits = tally.waits.toSorted((a, b) => a - b);
const points = Object.keys(values).length + (layout.products?.length ?? 0);
console.log(
  JSON.stringify({
    frames: tally.frames / took,
    samples: (tally.frames * points) / took,
    ackP50: percentile(waits, 0.5),
    ackP99: percentile(waits, 0.99),
  }),
);
