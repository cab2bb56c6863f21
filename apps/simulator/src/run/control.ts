import { createServer, type Server } from 'node:http';
import type { FleetFault } from '../../fleets/schema.ts';
import { ANSWER_FAULTS } from '../links/answer-faults.ts';
import type { ManualFault } from '../station/faults.ts';
import type { Simulation } from './simulation.ts';

const FAULTS: readonly FleetFault[] = [
  'stringOpen',
  'shading',
  'inverterTrip',
  'loggerOffline',
  'gridLoss',
  'stuckSensor',
  'clockWrong',
  'stringWeak',
  'degraded',
  'stopped',
  'flapping',
  'fanFailed',
  'insulationLow',
  'gridHigh',
  'batteryHot',
  'batteryDrained',
  'cellSpread',
  'meterWrong',
  'signalWeak',
  'frozen',
  'silent',
  'limited',
  'snow',
  'spikes',
  'gaps',
  ...ANSWER_FAULTS,
];

/** A request that cannot be met; its message goes back to the sender. */
export class ControlError extends Error {}

/**
 * Switches a fault from a wish `{"target": <SN or station name>, "fault": <name>, "on": true, "minutes": 30}`.
 * `minutes` ends it by itself. Throws `ControlError`.
 */
export function switchFault(simulation: Simulation, wish: unknown, now: number): ManualFault | undefined {
  const { target, fault, on, minutes } = readWish(wish);
  const known = simulation.stations.some(
    ({ model }) => model.station.name === target || model.devices.some(({ device }) => device.sn === target),
  );
  if (!known) throw new ControlError(`no device or station ${target}`);
  for (const standing of simulation.manual) {
    if (standing.target === target && standing.fault === fault)
      standing.until = Math.min(standing.until ?? now, now);
  }
  if (!on) return undefined;
  const switched = { target, fault, from: now, until: minutes === undefined ? null : now + minutes * 60_000 };
  simulation.manual.push(switched);
  return switched;
}

function readWish(wish: unknown) {
  if (typeof wish !== 'object' || wish === null) throw new ControlError('not an object');
  const { target, fault, on = true, minutes } = wish as Record<string, unknown>;
  if (typeof target !== 'string') throw new ControlError('target: SN of a device or name of a station');
  const named = FAULTS.find((each) => each === fault);
  if (!named) throw new ControlError(`fault: one of ${FAULTS.join(', ')}`);
  if (typeof on !== 'boolean') throw new ControlError('on: true or false');
  if (minutes !== undefined && !(typeof minutes === 'number' && minutes > 0))
    throw new ControlError('minutes: a number');
  return { target, fault: named, on, minutes: minutes as number | undefined };
}

/** Serves `GET /faults` (what is switched now) and `POST /faults` (a wish) on this machine only. */
export function serveControl(simulation: Simulation, port: number, now: () => number): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url !== '/faults') return answer(404, { error: 'only /faults is served' });
    const active = () => simulation.manual.filter(({ until }) => until === null || until > now());
    if (request.method !== 'POST') return answer(200, active());
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += text.length < 10_000 ? chunk : ''));
    request.on('end', () => {
      try {
        switchFault(simulation, JSON.parse(text), now());
        answer(200, active());
      } catch (error) {
        answer(400, { error: error instanceof Error ? error.message : String(error) });
      }
    });
    return undefined;
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
