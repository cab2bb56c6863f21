import { LIMITS, type ErrorKey } from '@sunfleet/contract';

/** What one may bring of custom points that nobody had before. */
export interface PointShare {
  /** Whose share it is; every network of unknown devices has one of its own, below the one of all of them. */
  broughtBy: string;
  /** Custom points one device may use. */
  ofDevice: number;
  /** Points of the share that a device still uses. */
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
/** An id of the samples table has 16 bits and is never used again: at this rate they last for more than a year. */
const OF_ALL_NETWORKS = {
  inUse: 10 * LIMITS.customPointsPerUnknownNetwork,
  perDay: 2 * LIMITS.customPointsPerUnknownNetwork,
};

export interface PointBringer {
  organisationId: number | null;
  foundBy: string | null;
  foundFrom: string | null;
}

/** Shares that a new custom point of a device is counted in; there must be room in each of them. */
export function sharesOf({
  organisationId,
  foundBy,
  foundFrom,
}: PointBringer): readonly [PointShare, ...PointShare[]] {
  if (organisationId !== null) return [ofOwner(`organisation ${organisationId}`)];
  if (foundBy === null) return [ofOwner('nobody')];
  return [
    ofStrangers(`${ALL_STRANGERS} ${foundFrom ?? 'near by'}`, OF_NETWORK),
    ofStrangers(ALL_STRANGERS, OF_ALL_NETWORKS),
  ];
}

const ofOwner = (broughtBy: string): PointShare => ({
  broughtBy,
  ofDevice: LIMITS.customPointsPerDevice,
  inUse: LIMITS.customPointsPerOrganisation,
  perDay: LIMITS.customPointsPerOrganisation / 2,
  error: 'tooManyPointsOfOrganisation',
});

const ofStrangers = (broughtBy: string, room: Pick<PointShare, 'inUse' | 'perDay'>): PointShare => ({
  broughtBy,
  ofDevice: LIMITS.customPointsPerUnknownDevice,
  ...room,
  error: 'tooManyPointsUnbound',
});
