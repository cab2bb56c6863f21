import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
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
  --password <text>   its password (default: of the demo, from the data folder of a server on this machine)
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
    ...loginOf(values, environment),
    dataFolder: path.resolve(values.data ?? environment.SUNFLEET_DATA ?? path.join(ROOT, '../shared/data')),
  };
}

const MANAGER = 'manager@demo.sunfleet.local';

/** The account that is named, or the demo's manager with the password that the server keeps beside its data. */
function loginOf(
  { user = MANAGER, password }: { user?: string | undefined; password?: string | undefined },
  { SUNFLEET_DATA_DIR: dataDir }: Readonly<Record<string, string | undefined>>,
): { account: string; password: string } {
  if (password !== undefined) return { account: user, password };
  const file = path.join(path.resolve(dataDir || path.join(ROOT, 'data')), 'demo-logins.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptLogin[]) : [];
  const found = kept.find(({ account }) => account === user);
  if (!found) throw new Error(`Name an account with --user and --password: ${file} has none of ${user}.`);
  return { account: user, password: found.password };
}

interface KeptLogin {
  account: string;
  password: string;
}

function isPlant(name: string): name is PlantName {
  return Object.hasOwn(PLANTS, name);
}
