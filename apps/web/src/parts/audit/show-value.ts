import { UNKNOWN } from '../../lib/format/number.ts';
import type { Format } from '../../lib/format/use-format.ts';

/** Fields with a name in the reader's language; the others keep their own. */
export const FIELDS = [
  'level',
  'enabled',
  'raise',
  'clear',
  'consecutive',
  'onDelay',
  'offDelay',
  'count',
  'account',
  'assignee',
  'handling',
  'address',
  'autoRenew',
  'azimuth',
  'batteryKwh',
  'beginsAt',
  'capacityKw',
  'code',
  'component',
  'color',
  'commands',
  'contactEmail',
  'contactPhone',
  'country',
  'currency',
  'dangerous',
  'data',
  'cycleEnd',
  'decimals',
  'description',
  'devices',
  'deviceId',
  'devicesPerPerson',
  'elevation',
  'email',
  'endsAt',
  'expiresOn',
  'everybody',
  'favourite',
  'fingerprint',
  'firstPowerOn',
  'soldOn',
  'format',
  'fromDay',
  'fromVersion',
  'goesOnAt',
  'gridConnectedOn',
  'gridType',
  'installedOn',
  'iccid',
  'imei',
  'hardware',
  'inTotal',
  'investment',
  'isDefault',
  'key',
  'kind',
  'kwh',
  'labelIds',
  'latitude',
  'limit',
  'longitude',
  'manufacturer',
  'meterRole',
  'method',
  'mobile',
  'modbusAddress',
  'parentSn',
  'stationId',
  'model',
  'models',
  'most',
  'msisdn',
  'name',
  'network',
  'networks',
  'notes',
  'oldSecretEndsAt',
  'operator',
  'organisationId',
  'organisations',
  'ownerId',
  'parameter',
  'parameters',
  'standards',
  'parentId',
  'permissions',
  'plan',
  'postCode',
  'province',
  'city',
  'district',
  'priceBuy',
  'priceFeedIn',
  'productionDate',
  'profileId',
  'productId',
  'ratedPower',
  'rates',
  'readsPerPerson',
  'reason',
  'remark',
  'result',
  'role',
  'samplesPerDay',
  'samplesStored',
  'shared',
  'sn',
  'state',
  'stationIds',
  'steps',
  'status',
  'terms',
  'tilt',
  'timeZone',
  'toDay',
  'toVersion',
  'type',
  'unit',
  'usedMb',
  'userName',
  'value',
  'version',
  'versions',
  'wanted',
  'volumeMb',
  'counter',
  'energyOffset',
  'energyOffsetReason',
  'warrantyEnd',
  'warrantyFrom',
  'warrantyMonths',
  'writesPerOrganisation',
  'writesPerPerson',
] as const;

interface ShowOptions {
  name: string;
  format: Format;
  zone: string;
  words: { yes: string; no: string };
  /** What fields of ids name, as `<field>/<id>`. */
  names: Readonly<Record<string, string>>;
}

/** Earlier numbers of a field named `...At` are no times. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

/** A value of an entry as text: yes and no in words, times in the zone, lists with commas. */
export function showValue(value: unknown, options: ShowOptions): string {
  const { name, format, zone, words, names } = options;
  if (value === null || value === undefined || value === '') return UNKNOWN;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') {
    const named = names[`${name}/${value}`];
    if (named !== undefined) return named;
    if (name.endsWith('At') && value >= FIRST_TIME) return format.dateTime(value, zone);
    return Number.isInteger(value) ? String(value) : format.number(value);
  }
  if (typeof value === 'string')
    return isMoment(name, value) ? format.dateTime(Date.parse(value), zone) : value;
  if (Array.isArray(value)) return value.map((item) => showValue(item, options)).join(', ') || UNKNOWN;
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${showValue(inner, { ...options, name: key })}`)
    .join('; ');
}

const isMoment = (name: string, text: string) => name.endsWith('At') && /^\d{4}-\d{2}-\d{2}T/.test(text);
