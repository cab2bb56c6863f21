import type { Platform } from '../../platform/platform.ts';
import { remindOfEnds } from './remind-of-ends.ts';

/** How often begins and ends of grants are looked for. */
const BOUNDARY_MS = 5_000;
const REMIND_MS = 3_600_000;

export interface GrantWatch {
  start(): void;
  /** Looks once; the timers do nothing else. */
  announceBoundaries(): Promise<void>;
  remind(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * What the clock does to grants: where one begins or ends, whatever is open asks anew what it may; thirty days before the end both
 * sides are told.
 */
export function createGrantWatch(
  platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'log' | 'config'>,
): GrantWatch {
  let looked = platform.clock.now();
  const timers: NodeJS.Timeout[] = [];
  let last: Promise<void> = Promise.resolve();
  const announceBoundaries = async () => {
    const now = platform.clock.now();
    const [from, to] = [new Date(looked), new Date(now)];
    const crossed = await platform.db
      .selectFrom('grants')
      .select('id')
      .where('state', '=', 'accepted')
      .where((eb) =>
        eb.or(
          (['beginsAt', 'endsAt'] as const).map((edge) => eb.and([eb(edge, '>', from), eb(edge, '<=', to)])),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    looked = now;
    if (crossed) platform.bus.publish('accessChanged', {});
  };
  const remind = () => remindOfEnds(platform);
  const queue = (work: () => Promise<void>) => {
    last = last
      .then(work)
      .catch((error: unknown) => platform.log.error({ err: error }, 'watching grants failed'));
  };
  return {
    announceBoundaries,
    remind,
    start() {
      queue(remind);
      timers.push(
        setInterval(() => queue(announceBoundaries), BOUNDARY_MS),
        setInterval(() => queue(remind), REMIND_MS),
      );
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await last;
    },
  };
}
