import net from 'node:net';
import tls from 'node:tls';
import { pointKeys, reading, TIME_PLACE, timedText, writeTime, type TimedText } from './payloads.ts';

/**
 * Load of MQTT devices, a process of its own: `mqtt-load.ts <port> <devices> <points> <window> <seconds> [prefix] [tls]`. Each device keeps
 * `window` messages of QoS 1 under way. Prints acknowledged messages a second, counted after everybody has connected.
 * Packets are made by hand: a client library would take more of the machine than the server.
 */
const [port = 1883, devices = 1000, points = 60, window = 10, seconds = 60] = process.argv
  .slice(2, 7)
  .map(Number);
const [prefix = 'BENCH', transport] = process.argv.slice(7);
const WARM_UP_SECONDS = 5;
const VARIANTS = 8;
const STEP_MS = 50;

const field = (text: string) =>
  Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);
const packet = (type: number, body: Buffer) =>
  Buffer.concat([Buffer.from([type, ...varint(body.length)]), body]);

function varint(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...varint(length >> 7)];
}

function connectPacket(sn: string): Buffer {
  const head = Buffer.concat([field('MQTT'), Buffer.from([4, 0b1100_0010, 0, 120])]);
  return packet(0x10, Buffer.concat([head, field(sn), field(sn), field('a secret of the bench')]));
}

/** A PUBLISH with QoS 1; the two bytes before the payload are its identifier. */
function publishTemplate(sn: string, variant: number): TimedText & { idAt: number } {
  const values = pointKeys(points).map((key, index) => `"${key}":${reading(index, variant)}`);
  const payload = `{"ts":${TIME_PLACE},"v":{${values.join(',')}},"q":0}`;
  const topic = field(`pv/v1/BENCH/${sn}/up/telemetry`);
  const bytes = packet(0x32, Buffer.concat([topic, Buffer.from([0, 0]), Buffer.from(payload)]));
  return { ...timedText(bytes), idAt: bytes.length - Buffer.byteLength(payload) - 2 };
}

function publishPacket(
  { bytes, places, idAt }: ReturnType<typeof publishTemplate>,
  id: number,
  time: number,
): Buffer {
  const copy = Buffer.from(bytes);
  writeTime(copy, places[0]!, time);
  copy.writeUInt16BE(id, idAt);
  return copy;
}

/** What is written before it stands goes out then. */
function connect(): net.Socket {
  const address = { port, host: '127.0.0.1' };
  if (transport !== 'tls') return net.connect({ ...address, noDelay: true });
  // The certificate was made for this run.
  return tls.connect({ ...address, rejectUnauthorized: false }).setNoDelay(true);
}

let acknowledged = 0;

function startDevice(index: number): Promise<net.Socket> {
  const sn = `${prefix}${String(index).padStart(6, '0')}`;
  const templates = Array.from({ length: VARIANTS }, (_, variant) => publishTemplate(sn, variant + index));
  let sent = 0;
  // Recent times, so that nothing is late.
  const firstTime = Date.now() - 9 * 60_000;
  const socket = connect();
  const send = (count: number) => {
    const packets = Array.from({ length: count }, () => {
      const time = firstTime + sent * STEP_MS;
      return publishPacket(templates[sent % VARIANTS]!, (sent++ % 65_535) + 1, time);
    });
    socket.write(count === 1 ? packets[0]! : Buffer.concat(packets));
  };
  return new Promise((resolve, reject) => {
    let connected = false;
    let rest = 0;
    socket.once('error', reject);
    socket.write(connectPacket(sn));
    socket.on('data', (bytes) => {
      if (!connected) {
        connected = true;
        if (bytes[0] !== 0x20 || bytes[3] !== 0) reject(new Error(`refused: ${bytes.toString('hex')}`));
        resolve(socket);
        send(window);
        return;
      }
      // Only acknowledgements come, four bytes each.
      rest += bytes.length;
      const count = rest >> 2;
      rest -= count * 4;
      acknowledged += count;
      if (count > 0) send(count);
    });
  });
}

const sockets: net.Socket[] = [];
for (let index = 0; index < devices; index += 100) {
  const group = Array.from({ length: Math.min(100, devices - index) }, (_, n) => startDevice(index + n));
  sockets.push(...(await Promise.all(group)));
}
await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
const before = acknowledged;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const perSecond = (acknowledged - before) / ((performance.now() - began) / 1000);
console.log(JSON.stringify({ messages: perSecond, samples: perSecond * points }));
process.exit(0);
