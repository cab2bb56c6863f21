import { parseArgs } from 'node:util';
import path from 'node:path';
import { PLANTS, type PlantName } from './plants.ts';

export interface ReplayOptions {
  plant: PlantName;
  /** `now`: the last recorded day becomes today; `own`: times stay as they were. */
  shift: 'now' | 'own';
  /** Recorded seconds in a real one; Infinity: as fast as the platform takes it. */
  speed: number;
  /** Address of the server. */
  api: string;
  account: string;
  password: string;
  dataFolder: string;
}

export const REPLAY_USAGE = `Sends recorded data of a real plant to a running server, as a new station.

  npm run replay -- plant22|enerpos|strings [options]

  --shift now         the last recorded day becomes today; what is later follows when its time comes (default)
  --at own            times stay as they were recorded
  --speed <x>         x times faster than recorded (default: as fast as it is taken)
  --api <url>         server (default http://127.0.0.1:8080)
  --user <account>    account that may create stations (default: the demo's manager)
  --password <text>   its password
  --data <folder>     recorded data (default: SUNFLEET_DATA, else ../shared/data)
`;

const FLAGS = {
  shift: { type: 'string' },
  at: { type: 'string' },
  speed: { type: 'string' },
  api: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  data: { type: 'string' },
} as const;

const ROOT = path.join(import.meta.dirname, '../../../..');

/** Reads the command line. Throws an error that names what is wrong; undefined when help is asked for. */
export function parseReplayOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReplayOptions | undefined {
  if (args.length === 0 || args.includes('--help')) return undefined;
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  const plant = positionals[0];
  if (positionals.length !== 1 || plant === undefined || !isPlant(plant)) {
    throw new Error(`Name one recording: ${Object.keys(PLANTS).join(', ')}`);
  }
  if (values.shift !== undefined && values.shift !== 'now')
    throw new Error(`--shift ${values.shift}: only now`);
  if (values.at !== undefined && values.at !== 'own') throw new Error(`--at ${values.at}: only own`);
  const speed = values.speed === undefined ? Infinity : Number(values.speed);
  if (!(speed > 0)) throw new Error(`--speed ${values.speed}: not a positive number`);
  return {
    plant,
    shift: values.at === undefined ? 'now' : 'own',
    speed,
    api: values.api ?? 'http://127.0.0.1:8080',
    account: values.user ?? 'manager@demo.sunfleet.local',
    password: values.password ?? 'Demo-Manager-1',
    dataFolder: path.resolve(values.data ?? environment.SUNFLEET_DATA ?? path.join(ROOT, '../shared/data')),
  };
}

function isPlant(name: string): name is PlantName {
  return Object.hasOwn(PLANTS, name);
}
