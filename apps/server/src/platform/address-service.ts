/** What is read of an address that a service found. */
export const ADDRESS_FIELDS = [
  'label',
  'latitude',
  'longitude',
  'country',
  'state',
  'city',
  'district',
  'detail',
  'postCode',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** Ways through JSON, of which the first that leads to a text counts; the texts of one way are put together with a space. */
export type JsonWays = readonly (readonly (readonly string[])[])[];

/** Where an answer keeps its list, and each address of it its fields. */
export interface AddressLayout {
  /** Empty: the answer is the list. */
  items: readonly string[];
  fields: Readonly<Record<AddressField, JsonWays>>;
}

/** A service that finds addresses. */
export interface AddressService {
  /** With `{query}`, and `{language}` (`pt-BR`) or `{lang}` (`pt`) where the service takes one. */
  url: string;
  layout: AddressLayout;
  name: string;
  credit: string;
  patienceMs: number;
  /** Searches of one person and of all within a day; those that are answered of what is kept do not count. */
  perPersonDaily: number;
  inAllDaily: number;
  keepDays: number;
}

const NOMINATIM =
  'label=display_name;latitude=lat;longitude=lon;country=address.country_code;state=address.state|address.province|address.region;' +
  'city=address.city|address.town|address.village|address.municipality|address.hamlet;' +
  'district=address.city_district|address.suburb;detail=address.road+address.house_number;postCode=address.postcode';
const PHOTON =
  'items=features;latitude=geometry.coordinates.1;longitude=geometry.coordinates.0;country=properties.countrycode;state=properties.state;' +
  'city=properties.city;district=properties.district;detail=properties.street+properties.housenumber|properties.name;postCode=properties.postcode';
const KNOWN: Readonly<Record<string, string>> = { nominatim: NOMINATIM, photon: PHOTON };

const WAY = /^[\w-]+(?:\.[\w-]+)*$/;
const isField = (name: string): name is AddressField => (ADDRESS_FIELDS as readonly string[]).includes(name);

/** Reads a layout by its name, or as `items=features;latitude=lat;…`; undefined where it is none. */
export function readAddressLayout(text: string): AddressLayout | undefined {
  const fields: Partial<Record<AddressField, JsonWays>> = {};
  let items: readonly string[] = [];
  for (const part of (KNOWN[text] ?? text).split(';').filter(Boolean)) {
    const [name = '', ...rest] = part.split('=');
    const ways = rest
      .join('=')
      .split('|')
      .map((way) => way.split('+'));
    if (ways.flat().some((way) => !WAY.test(way))) return undefined;
    const split = ways.map((way) => way.map((one) => one.split('.')));
    if (name === 'items') items = split[0]![0]!;
    else if (isField(name)) fields[name] = split;
    else return undefined;
  }
  if (!fields.latitude || !fields.longitude) return undefined;
  const all = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, fields[name] ?? []]));
  return { items, fields: all as Record<AddressField, JsonWays> };
}

/** The address with its words put in, as they may stand in an address. */
export function fillAddressUrl(
  url: string,
  { query, language }: { query: string; language: string },
): string {
  const words: Readonly<Record<string, string>> = { query, language, lang: language.split('-')[0]! };
  return url.replaceAll(/\{(query|language|lang)\}/g, (_, name: string) => encodeURIComponent(words[name]!));
}

/** Whether what somebody types can get nowhere but behind the host. */
export function isAddressUrl(text: string): boolean {
  if (!text.includes('{query}')) return false;
  const [one, other] = ['a', 'b'].map((query) => URL.parse(fillAddressUrl(text, { query, language: query })));
  if (!one || !other) return false;
  return /^https?:$/.test(one.protocol) && one.origin === other.origin && !one.hash;
}
