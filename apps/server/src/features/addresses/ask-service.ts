import type { FoundAddress } from '@sunfleet/contract';
import { fillAddressUrl, type AddressService } from '../../platform/address-service.ts';
import { askOutside } from '../../platform/ask-outside.ts';
import { readAddresses } from './read-addresses.ts';

/** Whole lists of addresses are some ten kilobytes. */
const MOST_BYTES = 512 * 1024;

/** Asks the service of the settings. Throws where no list of addresses comes in time. */
export async function askService(
  { url, layout, patienceMs }: Pick<AddressService, 'url' | 'layout' | 'patienceMs'>,
  asked: { query: string; language: string; agent: string },
): Promise<FoundAddress[]> {
  const answer = await askOutside({
    url: fillAddressUrl(url, asked),
    patienceMs,
    mostBytes: MOST_BYTES,
    headers: { 'accept-language': asked.language, 'user-agent': asked.agent },
  });
  return readAddresses(answer, layout);
}
