import type { Permission } from '@sunfleet/contract';
import type { Access, Actor } from '../actor.ts';
import type { AskedCommand } from './command-book.ts';
import type { Addressee } from './device-links.ts';

type CarriedAccess = Omit<Access, 'permissions'> & { permissions: readonly Permission[] };
type CarriedActor = Omit<Actor, 'access'> & { access: CarriedAccess | null };

/** A request on its way to another server: JSON knows no sets, and what a custom role or an API key holds is one. */
export type CarriedCommand = Omit<AskedCommand, 'to'> & {
  to: Omit<Addressee, 'actor'> & { actor: CarriedActor };
};

export function carried({ to: { actor, ...to }, ...asked }: AskedCommand): CarriedCommand {
  const { access } = actor;
  const held = access && { ...access, permissions: [...access.permissions] };
  return { ...asked, to: { ...to, actor: { ...actor, access: held } } };
}

export function arrived({ to: { actor, ...to }, ...asked }: CarriedCommand): AskedCommand {
  const { access } = actor;
  const held = access && { ...access, permissions: new Set(access.permissions) };
  return { ...asked, to: { ...to, actor: { ...actor, access: held } } };
}
