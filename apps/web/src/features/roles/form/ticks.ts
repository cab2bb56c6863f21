import type { OfferedPermission } from '@sunfleet/contract';

export type Tick = 'all' | 'some' | 'none';

/** How many of a domain's permissions are ticked. */
export function tickOf(names: readonly OfferedPermission[], ticked: readonly OfferedPermission[]): Tick {
  const count = names.filter((name) => ticked.includes(name)).length;
  if (count === 0) return 'none';
  return count === names.length ? 'all' : 'some';
}

/** Ticks a permission or takes its tick away. */
export const toggle = (
  ticked: readonly OfferedPermission[],
  name: OfferedPermission,
): readonly OfferedPermission[] =>
  ticked.includes(name) ? ticked.filter((other) => other !== name) : [...ticked, name];

/**
 * Ticks every permission of a domain that the person at the form holds, and never another one. Where all of them are ticked, takes
 * the ticks away.
 */
export function toggleAll(
  names: readonly OfferedPermission[],
  { ticked, held }: { ticked: readonly OfferedPermission[]; held: readonly OfferedPermission[] },
): readonly OfferedPermission[] {
  const possible = names.filter((name) => held.includes(name) && !ticked.includes(name));
  return possible.length > 0 ? [...ticked, ...possible] : ticked.filter((name) => !names.includes(name));
}
