import type { Delivery } from '@sunfleet/contract';
import type { Config } from '../../config.ts';

/** How messages of a channel go on this server, whoever they are for. */
export function deliveryBy(config: Pick<Config, 'mail' | 'sms'>, channel: 'mail' | 'sms'): Delivery {
  return config[channel] ? 'sent' : 'outbox';
}
