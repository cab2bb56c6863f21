import type net from 'node:net';
import { connectDevice, publishTo } from './mqtt-packets.ts';

/**
 * Devices that publish once a second each, a process of its own: `live-load.ts <port> <devices> <seconds>`. Each message carries
 * the time at which it was sent as the value of `ac.power`.
 */
const [port = 1883, devices = 1000, seconds = 30] = process.argv.slice(2).map(Number);

function publish(socket: net.Socket, sn: string, id: number): void {
  const now = Date.now();
  publishTo(socket, {
    topic: `pv/v1/BENCH/${sn}/up/telemetry`,
    id,
    payload: { ts: now, v: { 'ac.power': now % 1e8, 'ac.frequency': 50, 'energy.total': 12 } },
  });
}

const names = Array.from({ length: devices }, (_, i) => `LIVE${String(i).padStart(5, '0')}`);
const sockets: net.Socket[] = [];
for (const sn of names) sockets.push(await connectDevice(port, { sn, secret: 'a secret of the bench' }));
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
