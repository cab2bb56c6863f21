import net from 'node:net';

/**
 * Devices that publish once a second each, a process of its own: `live-load.ts <port> <devices> <seconds>`. Each message carries
 * the time at which it was sent as the value of `ac.power`.
 */
const [port = 1883, devices = 1000, seconds = 30] = process.argv.slice(2).map(Number);

const field = (text: string) =>
  Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);

function packet(type: number, body: Buffer): Buffer {
  const { length } = body;
  const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
  return Buffer.concat([Buffer.from([type, ...size]), body]);
}

async function connect(sn: string): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  const head = Buffer.concat([field('MQTT'), Buffer.from([4, 0b1100_0010, 0, 120])]);
  socket.write(packet(0x10, Buffer.concat([head, field(sn), field(sn), field('a secret of the bench')])));
  await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
  return socket;
}

function publish(socket: net.Socket, sn: string, id: number): void {
  const now = Date.now();
  const payload = JSON.stringify({
    ts: now,
    v: { 'ac.power': now % 1e8, 'ac.frequency': 50, 'energy.total': 12 },
  });
  const body = [
    field(`pv/v1/BENCH/${sn}/up/telemetry`),
    Buffer.from([id >> 8, id & 255]),
    Buffer.from(payload),
  ];
  socket.write(packet(0x32, Buffer.concat(body)));
}

const names = Array.from({ length: devices }, (_, i) => `LIVE${String(i).padStart(5, '0')}`);
const sockets: net.Socket[] = [];
for (const sn of names) sockets.push(await connect(sn));
console.log('connected');
let id = 0;
for (const [i, socket] of sockets.entries()) {
  socket.resume();
  setTimeout(
    () => setInterval(() => publish(socket, names[i]!, (id = (id % 65_000) + 1)), 1000),
    (i * 1000) / devices,
  );
}
setTimeout(() => process.exit(0), seconds * 1000);
