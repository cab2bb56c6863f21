import { snRule } from '@sunfleet/contract';

/** `SN: 2712345678`, `S/N=…`, `Serial No. …`, as labels write it. */
const NAMED =
  /(?:^|[^A-Za-z])(?:S\/?N|Serial(?:\s?(?:No\.?|Number))?)\s{0,2}[:=#]?\s{0,2}([A-Za-z0-9._-]{3,64})/i;

/** The serial number in what a code on a label says: alone, named, or in an address. Undefined where there is none. */
export function serialIn(text: string): string | undefined {
  const plain = text.trim();
  if (snRule(plain) === undefined) return plain;
  const url = /^https?:/i.test(plain) ? URL.parse(plain) : null;
  const found = url
    ? (url.searchParams.get('sn') ?? url.searchParams.get('SN') ?? url.pathname.split('/').findLast(Boolean))
    : NAMED.exec(plain.replaceAll('"', ' '))?.[1];
  return found && snRule(found) === undefined ? found : undefined;
}
