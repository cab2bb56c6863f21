import {
  OWN_ACTIONS_ROLES,
  ROLE_MATRIX,
  type DataScope,
  type Language,
  type Permission,
  type Role,
  type View,
} from '@sunfleet/contract';

/** The caller of a verb. `system`: jobs and the command line, which act for the platform. */
export interface Actor {
  kind: 'user' | 'visitor' | 'system';
  userId: number | null;
  sessionId: number | null;
  /** Set where an API key speaks for the user. */
  apiKeyId: number | null;
  role: Role;
  /** Access of a custom role or an API key; null: that of the built-in role. */
  access: Access | null;
  organisationId: number | null;
  /** Chain of organisation ids from the nearest loose organisation or the root (`/1/7/`): what it manages begins with it. */
  organisationPath: string | null;
  /** Its organisation is new, or it has none: others go first where very many wait. Absent: not so. */
  isNewcomer?: boolean;
  /** Time of the request, epoch milliseconds. It decides which grants run. */
  at: number;
}

/** Function permissions and the data scope they apply in. */
export interface Access {
  scope: DataScope;
  permissions: ReadonlySet<Permission>;
  /** Menus that a custom role shows; null or absent: all that the permissions open. */
  views?: readonly View[] | null;
}

export const systemActor: Actor = {
  kind: 'system',
  userId: null,
  sessionId: null,
  apiKeyId: null,
  role: 'platformAdmin',
  access: null,
  organisationId: null,
  organisationPath: null,
  at: 0,
};

const BUILT_IN = new Map<Role, Access>(
  Object.entries(ROLE_MATRIX).map(([role, { scope, permissions }]) => [
    role as Role,
    { scope, permissions: new Set(permissions) },
  ]),
);

/** What the actor's role gives: its own access, or the matrix. */
export function accessOf(actor: Pick<Actor, 'role' | 'access'>): Access {
  return actor.access ?? BUILT_IN.get(actor.role)!;
}

/** Whether the actor holds a function permission. The data scope says where the actor may use it. */
export function may(actor: Actor, permission: Permission): boolean {
  return accessOf(actor).permissions.has(permission);
}

/** Whether the actor sees names, addresses and serial numbers masked, as visitors see what is shared with them. */
export function seesMasked(actor: Pick<Actor, 'role' | 'access'>): boolean {
  return accessOf(actor).scope === 'shared';
}

/** Whether an actor reads only its own actions in logs, apart from those on stations that it owns. */
export function readsOwnOnly({ role }: Pick<Actor, 'role'>): boolean {
  return OWN_ACTIONS_ROLES.includes(role);
}

/** Every verb of a feature gets this beside its input. */
export interface RequestContext {
  actor: Actor;
  language: Language;
  /** Address of the caller, for the audit log. */
  address: string | null;
  /** Bearer text of the request; empty when there is none. */
  bearer: string;
  /** Entries of the audit log that the call wrote so far and that are not counted yet; absent where nobody counts them. */
  written?: { entries: number };
}
