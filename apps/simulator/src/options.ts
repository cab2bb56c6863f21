import { parseArgs } from 'node:util';
import path from 'node:path';
import type { Gateways } from './run/feeds.ts';

export interface SimulatorOptions {
  fleetFile: string;
  gateways: Gateways;
  /** Days of the past sent at the first start. */
  historyDays: number;
  /** Simulated seconds in a real one while the past is sent; Infinity: as fast as the platform takes it. */
  speed: number;
  /** Seconds between two readings; undefined: as each device does. */
  interval: number | undefined;
  /** Stations in all; undefined: those of the fleet. */
  stations: number | undefined;
  /** Whether faults come and go by chance. */
  passingFaults: boolean;
  /** Where the run is kept for the next; undefined: nowhere. */
  stateFile: string | undefined;
  /** Port on this machine to switch faults; undefined: none. */
  controlPort: number | undefined;
  /** Show the claim codes of the fleet's devices instead of running it. */
  claims: boolean;
  help: boolean;
}

export const USAGE = `Simulates a fleet of stations and speaks its protocols to a Sunfleet server.

  --fleet <file>      fleet description (default: the demo fleet)
  --mqtt <url>        MQTT gateway (default mqtt://127.0.0.1:1883)
  --v5 <host:port>    logger gateway (default 127.0.0.1:10000)
  --http <url>        HTTP address (default http://127.0.0.1:8080)
  --history <days>    days of the past to send first (default 0)
  --speed <x>         send the past x times faster than real (default: as fast as it is taken)
  --interval <s>      seconds between two readings (default: as each device does)
  --stations <n>      number of stations, copies beyond those of the fleet
  --faults <on|off>   faults that come and go by chance (default on)
  --state <file>      keep counters here and continue from them at the next start
  --control <port>    switch faults by HTTP on this port of this machine
  --claims            show the claim code of each device that has a secret, as its label would, and end
`;

const FLAGS = {
  fleet: { type: 'string' },
  mqtt: { type: 'string' },
  v5: { type: 'string' },
  http: { type: 'string' },
  history: { type: 'string' },
  speed: { type: 'string' },
  interval: { type: 'string' },
  stations: { type: 'string' },
  faults: { type: 'string' },
  state: { type: 'string' },
  control: { type: 'string' },
  claims: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const DEMO_FLEET = path.join(import.meta.dirname, '../fleets/demo.json');

/** Reads the command line. Throws an error that names the option that is wrong. */
export function parseOptions(args: readonly string[]): SimulatorOptions {
  const { values } = parseArgs({ args: [...args], options: FLAGS });
  const v5 = /^(.+):(\d+)$/.exec(values.v5 ?? '127.0.0.1:10000');
  if (!v5) throw new Error(`--v5 ${values.v5}: not host:port`);
  return {
    fleetFile: values.fleet ?? DEMO_FLEET,
    gateways: {
      mqtt: values.mqtt ?? 'mqtt://127.0.0.1:1883',
      http: values.http ?? 'http://127.0.0.1:8080',
      v5: { host: v5[1]!, port: Number(v5[2]) },
    },
    historyDays: numberOf('history', values.history) ?? 0,
    speed: numberOf('speed', values.speed) ?? Infinity,
    interval: numberOf('interval', values.interval),
    stations: numberOf('stations', values.stations),
    passingFaults: values.faults !== 'off',
    stateFile: values.state,
    controlPort: numberOf('control', values.control),
    claims: values.claims ?? false,
    help: values.help ?? false,
  };
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} ${text}: not a number`);
  return value;
}
