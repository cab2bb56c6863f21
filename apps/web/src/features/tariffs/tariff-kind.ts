import type { Tariff } from '@sunfleet/contract';

/** Whether the newest prices of a tariff change with time. */
export function kindOf({ versions }: Tariff): 'fixed' | 'timeOfUse' {
  const { import: bought, feedIn } = versions.at(-1)!.rules;
  return bought.length > 1 || (feedIn?.length ?? 0) > 1 ? 'timeOfUse' : 'fixed';
}
