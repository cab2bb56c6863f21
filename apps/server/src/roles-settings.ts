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

/** Sets of roles that a server can have: what decides over states and alarms hears of samples in its own process. */
const SETS: readonly (readonly ServerRole[])[] = [ROLES, ['api'], ['gateway', 'worker']];

const namesOf = (env: RolesEnvironment): string[] => env.SUNFLEET_ROLES.split(',').map((one) => one.trim());

export const rolesOf = (env: RolesEnvironment): ReadonlySet<ServerRole> =>
  new Set(namesOf(env) as ServerRole[]);

export function rolesMistakes(
  env: RolesEnvironment,
): { setting: 'SUNFLEET_ROLES' | (typeof SHARED)[number]; message: string }[] {
  const names = new Set(namesOf(env));
  const isSet = SETS.some((set) => set.length === names.size && set.every((role) => names.has(role)));
  if (!isSet) {
    const message = 'is api, or gateway,worker, or all three: api,gateway,worker';
    return [{ setting: 'SUNFLEET_ROLES', message }];
  }
  if (names.size === ROLES.length) return [];
  return SHARED.filter((setting) => !env[setting]).map((setting) => ({
    setting,
    message: 'is needed where SUNFLEET_ROLES leaves something to other servers',
  }));
}
