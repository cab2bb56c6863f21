import { setTimeout as wait } from 'node:timers/promises';
import { DEVICES, KEYS, serialOf, valueOf } from './fleet.ts';

/**
 * Lets the fleet report by line protocol: `report-fleet.ts <url> <key>`. Every device reports all its points once a minute, as loggers do, for
 * three minutes.
 */
const [url = '', key = ''] = process.argv.slice(2);
const ROUNDS = 3;
const ROUND_MS = 60_000;
const AT_ONCE = 1000;

async function send(first: number, time: number): Promise<void> {
  const lines: string[] = [];
  for (let device = first; device < Math.min(first + AT_ONCE, DEVICES + 1); device += 1) {
    const fields = KEYS.map((name, place) => `${name}=${valueOf(place, device + (time % 1000))}`);
    lines.push(`pv,sn=${serialOf(device)} ${fields.join(',')} ${time}`);
  }
  const target = new URL(url);
  target.searchParams.set('precision', 'ms');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' };
  const { status } = await fetch(target, { method: 'POST', headers, body: lines.join('\n') });
  if (status !== 204) throw new Error(`answered ${status}`);
}

const began = performance.now();
for (let round = 0; round < ROUNDS; round += 1) {
  for (let first = 1; first <= DEVICES; first += AT_ONCE) {
    const due = began + (round + first / DEVICES) * ROUND_MS;
    if (due > performance.now()) await wait(due - performance.now());
    await send(first, Date.now());
  }
}
process.exit(0);
