/** What a server does: pages and their API; connections of devices; states, alarms, energies and jobs. */
export const ROLES = ['api', 'gateway', 'worker'] as const;
export type ServerRole = (typeof ROLES)[number];

interface RolesEnvironment {
  SUNFLEET_ROLES: string;
  NATS_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  CLICKHOUSE_URL?: string | undefined;
  SUNFLEET_SECRET_KEY?: string | undefined;
}

/** What a server that shares the work reaches the others by, and what it shares with them. */
const SHARED = ['NATS_URL', 'DATABASE_URL', 'CLICKHOUSE_URL', 'SUNFLEET_SECRET_KEY'] as const;

const namesOf = (env: RolesEnvironment): string[] => env.SUNFLEET_ROLES.split(',').map((one) => one.trim());

export const rolesOf = (env: RolesEnvironment): ReadonlySet<ServerRole> =>
  new Set(namesOf(env) as ServerRole[]);

export function rolesMistakes(
  env: RolesEnvironment,
): { setting: 'SUNFLEET_ROLES' | (typeof SHARED)[number]; message: string }[] {
  const names = new Set(namesOf(env));
  const isKnown = (name: string) => (ROLES as readonly string[]).includes(name);
  if (![...names].every(isKnown)) {
    const message = 'names one or several of api, gateway and worker, separated by commas';
    return [{ setting: 'SUNFLEET_ROLES', message }];
  }
  if (names.size === ROLES.length) return [];
  return SHARED.filter((setting) => !env[setting]).map((setting) => ({
    setting,
    message: 'is needed where SUNFLEET_ROLES leaves something to other servers',
  }));
}
