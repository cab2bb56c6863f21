import type { TariffVersion } from '@sunfleet/contract';

/** Letters that an entry of the log keeps of a tariff. */
const MOST_LETTERS = 4096;

/** Versions as the log keeps them for ever: whole where they are short, else their days, so that nobody fills the disk by changing a long one. */
export const loggedVersions = (
  versions: readonly TariffVersion[],
): readonly (TariffVersion | string | null)[] =>
  JSON.stringify(versions).length <= MOST_LETTERS ? versions : versions.map(({ from }) => from);
