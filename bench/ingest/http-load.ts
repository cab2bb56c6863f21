import net from 'node:net';
import { pointKeys, reading, TIME_PLACE, timedText, writeTime } from './payloads.ts';

/**
 * Load of devices that push: `http-load.ts <port> <devices> <points> <seconds>`. Each sends one request after the other on a
 * connection it keeps. Prints samples a second that were answered with success.
 */
const [port = 8080, devices = 256, points = 60, seconds = 60] = process.argv.slice(2).map(Number);
const WARM_UP_SECONDS = 5;
const STEP_MS = 250;

let answered = 0;

function startDevice(index: number): net.Socket {
  const sn = `PUSH${String(index).padStart(6, '0')}`;
  const values = pointKeys(points).map((key, n) => `"${key}":${reading(n, index)}`);
  const body = `{"ts":${TIME_PLACE},"v":{${values.join(',')}}}`;
  const head = [
    `POST /api/ingest/v1/${sn}/telemetry HTTP/1.1`,
    'Host: bench',
    'Authorization: Bearer a secret of the bench',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const { bytes, places } = timedText(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`));
  const firstTime = Date.now() - 9 * 60_000;
  let sent = 0;
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  const send = () => {
    writeTime(bytes, places[0]!, firstTime + (sent += 1) * STEP_MS);
    socket.write(Buffer.from(bytes));
  };
  socket.once('connect', send);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(text);
    text = '';
    answered += 1;
    send();
  });
  return socket;
}

for (let index = 0; index < devices; index += 1) startDevice(index);
await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
const before = answered;
const began = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const perSecond = (answered - before) / ((performance.now() - began) / 1000);
console.log(JSON.stringify({ messages: perSecond, samples: perSecond * points }));
process.exit(0);
