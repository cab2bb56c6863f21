import http from 'node:http';
import { pointKeys, reading, TIME_PLACE, timedText, writeTime, type TimedText } from './payloads.ts';

/**
 * Load of agents that write line protocol: `influx-load.ts <url> <key> <seconds>`. Batches of 2,000 devices with 50 points,
 * a few under way at the same time. Prints samples a second that were answered with success.
 */
const [url = '', key = '', seconds = '60'] = process.argv.slice(2);
const DEVICES = 2000;
const POINTS = 50;
const AGENTS = 4;
const WARM_UP_SECONDS = 5;
const STEP_MS = 1000;

function batchText(variant: number): TimedText {
  const keys = pointKeys(POINTS);
  const lines = Array.from({ length: DEVICES }, (_, device) => {
    const fields = keys.map((name, index) => `${name}=${reading(index + device, variant)}`);
    return `pv,sn=AGENT${String(device).padStart(5, '0')} ${fields.join(',')} ${TIME_PLACE}`;
  });
  return timedText(Buffer.from(lines.join('\n')));
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AGENTS });
const target = new URL(url);
target.searchParams.set('precision', 'ms');

function post(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'text/plain',
      'content-length': body.length,
    };
    const request = http.request(target, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** Far enough back that the batches of a minute stay behind the present. */
const firstTime = Date.now() - 3 * 3_600_000;
let batches = 0;
let stored = 0;

async function writeFor(agentNumber: number, end: number): Promise<void> {
  const { bytes, places } = batchText(agentNumber);
  while (performance.now() < end) {
    const time = firstTime + (batches += 1) * STEP_MS;
    for (const place of places) writeTime(bytes, place, time);
    const status = await post(bytes);
    if (status !== 204) throw new Error(`answered ${status}`);
    stored += DEVICES * POINTS;
  }
}

const began = performance.now() + WARM_UP_SECONDS * 1000;
const work = Array.from({ length: AGENTS }, (_, n) => writeFor(n, began + Number(seconds) * 1000));
await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000));
const before = stored;
const from = performance.now();
await Promise.all(work);
console.log(JSON.stringify({ samples: (stored - before) / ((performance.now() - from) / 1000) }));
process.exit(0);
