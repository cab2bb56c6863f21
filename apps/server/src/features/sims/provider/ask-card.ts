import type { SimAction } from '@sunfleet/contract';
import { agentOf, askOutside } from '../../../platform/ask-outside.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SimProvider } from '../../../platform/sim-provider.ts';
import { readCard, type ToldCard } from './read-card.ts';

/** An answer is some hundred bytes. */
const MOST_BYTES = 64 * 1024;

interface Question {
  iccid: string;
  /** Absent: only how it is. `key` makes what is sent twice one request. */
  order?: { action: SimAction; key: string };
}

/** Asks the provider of the settings for a card: how it is, after what it was ordered to do. Throws where no card comes in time. */
export async function askCard(
  { config }: Pick<Platform, 'config'>,
  { url, token, patienceMs }: SimProvider,
  { iccid, order }: Question,
): Promise<ToldCard> {
  const path = `${url}/sims/${encodeURIComponent(iccid)}`;
  const answer = await askOutside({
    url: order ? `${path}/${order.action}` : path,
    patienceMs,
    mostBytes: MOST_BYTES,
    headers: {
      'user-agent': agentOf(config),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(order ? { 'idempotency-key': order.key } : {}),
    },
    ...(order ? { method: 'POST' as const } : {}),
  });
  return readCard(answer);
}
