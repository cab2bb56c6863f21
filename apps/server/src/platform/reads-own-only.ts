import type { Role } from '@sunfleet/contract';
import type { Actor } from './actor.ts';

/** Roles whose holders read only their own actions in logs, wherever they happened. */
const OWN_ONLY: ReadonlySet<Role> = new Set(['installer', 'serviceProvider']);

/** Whether an actor reads only its own actions, apart from those on stations that it owns. */
export function readsOwnOnly(actor: Actor): boolean {
  return OWN_ONLY.has(actor.role);
}
