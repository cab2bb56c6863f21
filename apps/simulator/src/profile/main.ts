import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { judgeProfile, profileById, profileCoverage, PROFILES, type Profile } from '@sunfleet/device-model';
import { serveProfile } from './serve-profile.ts';

/** npm run profile: judges data of device profiles. Exit code 1 where something is wrong with them, 2 for a wrong call. */

const USAGE = `npm run -s profile -- validate <profile> ...   says what is wrong with profiles, a line of JSON each
npm run -s profile -- coverage [<profile> ...] says what the platform gets from devices of these (or all) profiles
npm run -s profile -- simulate <profile> [--host 127.0.0.1] [--port 1502] [--value <point>=<number> ...]
                                               answers Modbus TCP as a device of this profile, until it is stopped
A profile is a JSON file or one of: ${PROFILES.map(({ id }) => id).join(', ')}`;

class WrongCall extends Error {}

const OPTIONS = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '1502' },
  value: { type: 'string', multiple: true, default: [] as string[] },
} as const;

function callOf() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}

/** Data of a profile by its id or its file. */
function dataOf(name: string): unknown {
  const known = profileById(name);
  if (known) return known;
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch {
    throw new WrongCall(`${name} is neither a profile nor a file that can be read`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongCall(`${name} is no JSON: ${(error as Error).message}`);
  }
}

/** Writes what is wrong with a profile; undefined where something is. */
function judged(name: string): Profile | undefined {
  const { profile, problems } = judgeProfile(dataOf(name));
  if (problems.length === 0) return profile;
  for (const { path, kind, message } of problems) {
    console.log(JSON.stringify({ profile: name, path, kind, message }));
    process.exitCode = 1;
  }
  return undefined;
}

function validate(names: readonly string[]): void {
  if (names.length === 0) throw new WrongCall('which profile?');
  for (const name of names) {
    const profile = judged(name);
    if (profile)
      console.log(JSON.stringify({ profile: profile.id, points: profile.points.length, valid: true }));
  }
}

function coverage(names: readonly string[]): void {
  const profiles =
    names.length === 0 ? PROFILES : names.map(judged).filter((profile) => profile !== undefined);
  for (const profile of profiles) console.log(JSON.stringify(profileCoverage(profile)));
}

async function simulate(
  names: readonly string[],
  options: ReturnType<typeof callOf>['values'],
): Promise<void> {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) throw new WrongCall('one profile is simulated at a time');
  const port = Number(options.port);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new WrongCall('--port is a number from 0 to 65535');
  const profile = judged(name);
  if (!profile) return;
  const values = Object.fromEntries(options.value.map((text) => valueOf(profile, text)));
  const server = await serveProfile({ profile, values, host: options.host, port });
  const address = server.address() as AddressInfo;
  console.log(
    `${profile.id} answers Modbus TCP at ${address.address}:${address.port}, unit ${profile.modbus.slaveDefault}.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

function valueOf(profile: Profile, text: string): [string, number] {
  const [, key, value] = /^([^=]+)=(-?[\d.]+)$/.exec(text) ?? [];
  if (key === undefined || !profile.points.some((point) => point.key === key) || Number.isNaN(Number(value)))
    throw new WrongCall(`--value ${text} is not a point of ${profile.id} and a number, as ac.power=2500`);
  return [key, Number(value)];
}

async function main(): Promise<void> {
  const { positionals, values } = callOf();
  const [command, ...names] = positionals;
  if (command === 'validate') validate(names);
  else if (command === 'coverage') coverage(names);
  else if (command === 'simulate') await simulate(names, values);
  else throw new WrongCall(command === undefined ? 'what shall be done?' : `nothing is called ${command}`);
}

main().catch((error: Error) => {
  if (!(error instanceof WrongCall)) {
    console.error(error.message);
    process.exit(1);
  }
  console.error(`${error.message}\n${USAGE}`);
  process.exit(2);
});
