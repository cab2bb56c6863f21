import { createLane } from './turns.ts';

/** Who waits, and the site that it is of. */
export interface Waiting {
  site: string;
  sender: string;
}

const anybody = () => true;
const nothing = () => undefined;

/** What waits, by sender and site: sites take turns, and so do the senders of each. */
export function createSiteLane() {
  const sites = createLane();
  const lanes = new Map<string, ReturnType<typeof createLane>>();
  return {
    all: sites.all,
    push({ site, sender }: Waiting, begin: () => void): void {
      const lane = lanes.get(site) ?? createLane();
      lanes.set(site, lane);
      lane.push(sender, begin);
      sites.push(site, nothing);
    },
    /** Takes out what is next. */
    shift(): (() => void) | undefined {
      const next = sites.shift(anybody);
      const lane = next && lanes.get(next.sender);
      const found = lane?.shift(anybody);
      if (next && lane?.all() === 0) lanes.delete(next.sender);
      return found?.begin;
    },
  };
}
