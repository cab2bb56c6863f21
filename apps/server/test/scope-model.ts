import type { Role } from '@sunfleet/contract';

/**
 * Who sees which station, written a second time and as plainly as can be: a property test holds the server's scope to it.
 * Everything is by index into these lists.
 */
export interface World {
  now: number;
  organisations: { parent: number | null; tie: 'tight' | 'loose' }[];
  users: { role: Role; organisation: number; locked: boolean }[];
  stations: { organisation: number; owner: number | null; handedOver: boolean }[];
  grants: ModelGrant[];
}

export interface ModelGrant {
  by: number;
  /** Stations, or an organisation as a whole. */
  stations: Set<number>;
  whole: number | null;
  toUser: number | null;
  toOrganisation: number | null;
  state: 'pending' | 'accepted' | 'ended';
  begins: number;
  ends: number;
}

const OF_ORGANISATION: ReadonlySet<Role> = new Set(['organisationAdmin', 'installer', 'internalReadOnly']);

/** Whether `top` manages `organisation`: it is the same or hangs below it by tight ties alone. */
export function manages(world: World, top: number, organisation: number): boolean {
  let at: number | null = organisation;
  while (at !== null) {
    if (at === top) return true;
    const { tie, parent }: World['organisations'][number] = world.organisations[at]!;
    if (tie === 'loose') return false;
    at = parent;
  }
  return false;
}

function ownSight(world: World, user: number, station: number): boolean {
  const { role, organisation } = world.users[user]!;
  const { owner, organisation: home } = world.stations[station]!;
  return owner === user || (OF_ORGANISATION.has(role) && manages(world, organisation, home));
}

function grantCovers(world: World, grant: ModelGrant, station: number): boolean {
  return grant.whole === null
    ? grant.stations.has(station)
    : manages(world, grant.whole, world.stations[station]!.organisation);
}

function isTo(world: World, grant: ModelGrant, user: number): boolean {
  const { role, organisation } = world.users[user]!;
  return grant.toUser === user || (grant.toOrganisation === organisation && role !== 'owner');
}

/** Stations that a user sees at the world's time, as indices. */
export function visible(world: World, user: number): number[] {
  if (world.users[user]!.locked) return [];
  const running = world.grants.filter(
    (grant) => grant.state === 'accepted' && grant.begins <= world.now && world.now < grant.ends,
  );
  return world.stations.flatMap((_, station) => {
    const granted = running.some((grant) => isTo(world, grant, user) && grantCovers(world, grant, station));
    return granted || ownSight(world, user, station) ? [station] : [];
  });
}

/** Whether a user may grant on a station. */
export function mayGrant(world: World, user: number, station: number): boolean {
  const { role, organisation } = world.users[user]!;
  const { owner, handedOver, organisation: home } = world.stations[station]!;
  if (!['organisationAdmin', 'installer', 'owner'].includes(role)) return false;
  if (owner === user) return true;
  if (role === 'organisationAdmin') return manages(world, organisation, home);
  return role === 'installer' && !handedOver && manages(world, organisation, home);
}

/** Whether the giver of a grant could still give all of it. */
export function stillGives(world: World, { by, stations, whole }: ModelGrant): boolean {
  const { role, organisation, locked } = world.users[by]!;
  if (locked) return false;
  if (whole !== null) return role === 'organisationAdmin' && manages(world, organisation, whole);
  return [...stations].every((station) => mayGrant(world, by, station));
}

/** Whether a user may give a station away: its owner may, or somebody who may grant on it while nobody owns it. */
export function mayHandOver(world: World, user: number, station: number): boolean {
  const { owner, handedOver } = world.stations[station]!;
  return mayGrant(world, user, station) && (owner === user || (owner === null && !handedOver));
}

/** Whether the giver of a new grant may give it, and not to itself. */
export function mayOffer(world: World, { by, stations, whole, toUser, toOrganisation }: ModelGrant): boolean {
  const { role, organisation } = world.users[by]!;
  if (toUser === by || toOrganisation === organisation) return false;
  if (whole !== null) {
    return role === 'organisationAdmin' && manages(world, organisation, whole) && toOrganisation !== whole;
  }
  return [...stations].every((station) => mayGrant(world, by, station));
}

/** Whether a user answers what is offered to an organisation. */
export function answersFor(world: World, user: number, to: number): boolean {
  const { role, organisation, locked } = world.users[user]!;
  return !locked && role === 'organisationAdmin' && manages(world, organisation, to);
}

export function mayAnswer(world: World, user: number, grant: ModelGrant): boolean {
  const { role, organisation } = world.users[user]!;
  if (grant.toOrganisation === null) return grant.toUser === user;
  return role === 'organisationAdmin' && manages(world, organisation, grant.toOrganisation);
}

export function isOpen(world: World, grant: ModelGrant): boolean {
  return grant.state !== 'ended' && world.now < grant.ends;
}

/** Whether the giver of a grant could still grant on all that it is about. */
function stillTheirs(world: World, { by, stations, whole }: ModelGrant): boolean {
  const { role, organisation } = world.users[by]!;
  if (whole !== null) return OF_ORGANISATION.has(role) && manages(world, organisation, whole);
  return [...stations].every((station) => ownSight(world, by, station));
}

/** Which stations of a grant end when a user revokes it; `all`: the grant as a whole. Undefined: the user may not. */
export function revocable(world: World, user: number, grant: ModelGrant): 'all' | number[] | undefined {
  const { role, organisation } = world.users[user]!;
  if (!['organisationAdmin', 'installer', 'owner'].includes(role)) return undefined;
  if (grant.by === user && stillTheirs(world, grant)) return 'all';
  if (grant.whole !== null) {
    return role === 'organisationAdmin' && manages(world, organisation, grant.whole) ? 'all' : undefined;
  }
  const mine = [...grant.stations].filter((station) => mayGrant(world, user, station));
  if (mine.length === 0) return undefined;
  return mine.length === grant.stations.size ? 'all' : mine;
}

/** Takes stations out of a grant; one that is left with none has ended. */
export function cut(grant: ModelGrant, stations: readonly number[]): void {
  const left = [...grant.stations].filter((station) => !stations.includes(station));
  if (left.length === 0) grant.state = 'ended';
  else grant.stations = new Set(left);
}
