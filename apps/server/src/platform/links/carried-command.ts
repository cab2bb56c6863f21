import type { Permission } from '@sunfleet/contract';
import type { Access, Actor } from '../actor.ts';
import type { AskedCommand } from './command-book.ts';

type CarriedAccess = Omit<Access, 'permissions'> & { permissions: readonly Permission[] };
type CarriedActor = Omit<Actor, 'access'> & { access: CarriedAccess | null };

/** A request on its way to another server: JSON knows no sets, and what a custom role or an API key holds is one. */
export type CarriedCommand = Omit<AskedCommand, 'to'> & { to: { actor: CarriedActor; deviceId: number } };

export function carried({ to: { actor, deviceId }, ...asked }: AskedCommand): CarriedCommand {
  const { access } = actor;
  const held = access && { ...access, permissions: [...access.permissions] };
  return { ...asked, to: { deviceId, actor: { ...actor, access: held } } };
}

export function arrived({ to: { actor, deviceId }, ...asked }: CarriedCommand): AskedCommand {
  const { access } = actor;
  const held = access && { ...access, permissions: new Set(access.permissions) };
  return { ...asked, to: { deviceId, actor: { ...actor, access: held } } };
}
