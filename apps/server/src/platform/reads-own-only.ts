import type { Role } from '@sunfleet/contract';
import type { Actor } from './actor.ts';

/** Who reads in logs what it did itself and no more, wherever that was. */
const OWN_ONLY: ReadonlySet<Role> = new Set(['installer', 'serviceProvider']);

/** Whether an actor reads only what it did itself; stations that it owns apart. */
export function readsOwnOnly(actor: Actor): boolean {
  return OWN_ONLY.has(actor.role);
}
