import type { FoundAddress } from '@sunfleet/contract';
import { fillAddressUrl, type AddressService } from '../../platform/address-service.ts';
import { readAddresses } from './read-addresses.ts';

/** Whole lists of addresses are some ten kilobytes. */
const MOST_BYTES = 512 * 1024;

/**
 * Asks the service of the settings, and no other one: where it sends elsewhere, that is no answer. Throws where no list of addresses comes in
 * time.
 */
export async function askService(
  { url, layout, patienceMs }: Pick<AddressService, 'url' | 'layout' | 'patienceMs'>,
  asked: { query: string; language: string; agent: string },
): Promise<FoundAddress[]> {
  const response = await fetch(fillAddressUrl(url, asked), {
    headers: {
      accept: 'application/json',
      'accept-language': asked.language,
      // Public services refuse callers that do not say who they are.
      'user-agent': asked.agent,
    },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  return readAddresses(JSON.parse(await boundedText(response)), layout);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
