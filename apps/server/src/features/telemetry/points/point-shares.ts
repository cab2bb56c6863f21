import { LIMITS, type ErrorKey } from '@sunfleet/contract';

/** To whom a custom point belongs: an organisation, or a share of those who have none. */
export interface PointOwner {
  organisationId: number | null;
  /** Of what belongs to no organisation: every network of unknown devices has a share of its own, below the one of all of them. */
  broughtBy: string | null;
  /** Of an organisation where several people own stations: what the stations of this one use. */
  ownerId?: number;
}

/** What one may bring of custom points. */
export interface PointShare extends PointOwner {
  /** Custom points one device may use. */
  ofDevice: number;
  /** Points of the share that a device of its owner still uses. */
  inUse: number;
  perDay: number;
  /** What is answered when the share is used up. */
  error: ErrorKey;
}

/** The share of all devices that nobody owns; those of their networks begin with this word. */
export const ALL_STRANGERS = 'unknown';

const OF_NETWORK = {
  inUse: LIMITS.customPointsPerUnknownNetwork,
  perDay: LIMITS.customPointsPerUnknownNetwork,
};
const OF_ALL_NETWORKS = {
  inUse: 10 * LIMITS.customPointsPerUnknownNetwork,
  perDay: 2 * LIMITS.customPointsPerUnknownNetwork,
};

export interface PointBringer {
  organisationId: number | null;
  /** Who owns the station, where others have stations in the organisation, too. */
  ownerId: number | null;
  foundBy: string | null;
  foundFrom: string | null;
}

/** Shares that a new custom point of a device is counted in: the first one gets it, and there must be room in each of them. */
export function sharesOf({
  organisationId,
  ownerId,
  foundBy,
  foundFrom,
}: PointBringer): readonly [PointShare, ...PointShare[]] {
  if (organisationId !== null) {
    const ofAll = ofOwner({ organisationId, broughtBy: null });
    return ownerId === null ? [ofAll] : [ofAll, { ...ofAll, ownerId }];
  }
  if (foundBy === null) return [ofOwner({ organisationId: null, broughtBy: 'nobody' })];
  return [
    ofStrangers(`${ALL_STRANGERS} ${foundFrom ?? 'near by'}`, OF_NETWORK),
    ofStrangers(ALL_STRANGERS, OF_ALL_NETWORKS),
  ];
}

const ofOwner = (owner: PointOwner): PointShare => ({
  ...owner,
  ofDevice: LIMITS.customPointsPerDevice,
  inUse: LIMITS.customPointsPerOrganisation,
  perDay: LIMITS.customPointsPerOrganisation / 2,
  error: 'tooManyPointsOfOrganisation',
});

const ofStrangers = (broughtBy: string, room: Pick<PointShare, 'inUse' | 'perDay'>): PointShare => ({
  organisationId: null,
  broughtBy,
  ofDevice: LIMITS.customPointsPerUnknownDevice,
  ...room,
  error: 'tooManyPointsUnbound',
});
