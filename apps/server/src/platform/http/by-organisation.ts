import type { Turns } from '../turns.ts';
import type { Sender } from './shared-room.ts';

/** The turns of a dear route (`inTurn`) that organisations take. */
export const byOrganisation =
  (turns: Turns) =>
  <T>({ organisation }: Sender, _request: unknown, work: () => Promise<T>): Promise<T> =>
    turns.take(organisation, work);
