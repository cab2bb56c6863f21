import { createStored, type Stored } from '../../../lib/stored.ts';

/** The station that an account began its first steps with in this browser, until it was led to the end. */
export const begunStation = (accountId: number | null): Stored<number | undefined> =>
  createStored<number | undefined>({
    key: `sunfleet.firstSteps.${accountId ?? 'visitor'}`,
    parse: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
    fallback: undefined,
  });
