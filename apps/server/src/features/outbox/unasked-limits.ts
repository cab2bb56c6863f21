import { LIMITS } from '@sunfleet/contract';
import type { TryLimit } from '../../platform/tries.ts';

const DAY_MS = 86_400_000;

/** How many messages that nobody asked for, as offers and invitations, go to one recipient in a day: of one account, and in all. */
export function unaskedLimits(to: string, fromUserId: number | null): TryLimit[] {
  const { unaskedFromOneDaily, unaskedDaily } = LIMITS;
  return [
    {
      subject: `unasked messages to ${to}, account ${fromUserId}`,
      withinMs: DAY_MS,
      most: unaskedFromOneDaily,
    },
    { subject: `unasked messages to ${to}`, withinMs: DAY_MS, most: unaskedDaily },
  ];
}
