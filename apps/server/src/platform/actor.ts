import type { Language, Permission, Role } from '@sunfleet/contract';
import { roleHas } from '@sunfleet/contract';

/** Who asks. `system`: jobs and the command line, which act for the platform. */
export interface Actor {
  kind: 'user' | 'visitor' | 'system';
  userId: number | null;
  sessionId: number | null;
  role: Role;
  organisationId: number | null;
  /** Chain of organisation ids from the root (`/1/7/`), for scopes over subtrees. */
  organisationPath: string | null;
}

export const systemActor: Actor = {
  kind: 'system',
  userId: null,
  sessionId: null,
  role: 'platformAdmin',
  organisationId: null,
  organisationPath: null,
};

/** Whether the actor holds a function permission. Where it may use it is the data scope's question. */
export function may(actor: Actor, permission: Permission): boolean {
  return roleHas(actor.role, permission);
}

/** What every verb of a feature gets beside its input. */
export interface RequestContext {
  actor: Actor;
  language: Language;
  /** Address of the caller, for the audit log. */
  address: string | null;
  /** Bearer text of the request; empty when there is none. */
  bearer: string;
}
