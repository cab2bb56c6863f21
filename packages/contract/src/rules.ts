import { readClaimCode } from './claim-code.ts';
import { compareFirmwareVersions, isFirmwareVersion } from './firmware-version.ts';
import { LIMITS } from './limits.ts';
import type { Rule } from './rule-names.ts';
import { isTimeFormat } from './time-format.ts';

// Rules of section 5 of the source document that concern people and organisations, as plain functions: the web checks with them
// while somebody types, the server again when it arrives. A broken rule is a key of the i18n domain `rules`.

export * from './rule-names.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** Which rule a new password breaks first; undefined when it keeps all that can be told without the list of common ones. */
export function passwordRule(password: string): Rule | undefined {
  if (password === '') return 'passwordEmpty';
  if (password.length < PASSWORD_MIN_LENGTH) return 'passwordShort';
  if (password.length > PASSWORD_MAX_LENGTH) return 'passwordTooLong';
  if (!/\p{Lu}/u.test(password)) return 'passwordUpper';
  if (!/\p{Ll}/u.test(password)) return 'passwordLower';
  if (!/\d/.test(password)) return 'passwordDigit';
  return undefined;
}

/** E-mail, phone or both, in a form that a message could be sent to. Of both, the e-mail is the one that counts. */
export function contactRule(contact: {
  email?: string | null | undefined;
  mobile?: string | null | undefined;
}): Rule | undefined {
  const { email, mobile } = contact;
  if (!email && !mobile) return 'contactEmpty';
  return (email ? emailRule(email) : undefined) ?? (mobile ? phoneRule(mobile) : undefined);
}

/** White space, what cannot be seen, and what mail programs read as groups, comments or quotes. */
const NO_PART_OF_AN_ADDRESS = /[\s\p{Cc}\p{Cf}<>"',;:()[\]\\]/u;

export function emailRule(email: string): Rule | undefined {
  if (email.length > 254 || NO_PART_OF_AN_ADDRESS.test(email)) return 'emailInvalid';
  const isAddress = /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(email);
  return isAddress && isPlainDomain(email.slice(email.indexOf('@') + 1)) ? undefined : 'emailInvalid';
}

/**
 * Mail is sent to a domain as the net knows it: wide and decorated letters as plain ones, the dots of East Asia as dots, and without what cannot be seen. Each way
 * to write one would be another recipient here, with limits of its own, and the same mailbox there.
 */
function isPlainDomain(domain: string): boolean {
  return (
    domain.toLowerCase() === domain.normalize('NFKC').toLowerCase() &&
    !/[\u3002\p{Default_Ignorable_Code_Point}]/u.test(domain)
  );
}

/**
 * The one form of a phone number, `+`, country code and number (E.164); empty where the text is none. `+49 30 123456`,
 * `0049 30 123456` and `49 30 123456` are the same number; spaces, dots, dashes and brackets in between do not count. The
 * source document names no national numbers, and without a country none could be told from another's: digits without `+` or `00`
 * begin with the country code too, and a single leading zero is refused instead of guessed at.
 */
export function normalPhone(text: string): string {
  const digits = /^(?:\+|00)?([1-9]\d{5,14})$/.exec(text.replaceAll(/[\s().-]/g, ''))?.[1];
  return digits === undefined ? '' : `+${digits}`;
}

export function phoneRule(phone: string): Rule | undefined {
  return normalPhone(phone) === '' ? 'phoneInvalid' : undefined;
}

/** Units of a user name as it is typed: each of its 64 characters may be a letter and some marks. */
const TYPED_USER_NAME = 512;

/** Any script; nothing that cannot be seen, and nothing that could be taken for an e-mail or phone, however wide it is written. */
export function userNameRule(name: string): Rule | undefined {
  if (name.trim() === '') return 'userNameEmpty';
  // To bring marks into their order takes the square of their number: minutes of a megabyte.
  if (name.length > TYPED_USER_NAME) return 'userNameInvalid';
  return /^(?=.*\p{L})[^@\s\p{Cc}\p{Cf}<>"'\\/]{2,64}$/u.test(name.normalize('NFKC'))
    ? undefined
    : 'userNameInvalid';
}

/** What cannot be seen and turns the order of letters, also of what stands behind it: `exe.pdf` is shown as `fdp.exe`. Marks of one letter's direction are none. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/g;

export const withoutTurns = (text: string): string => text.replaceAll(TURNS_TEXT, '');

/** Names shown to people: any script, no control characters and nothing that opens a tag. */
export function textRule(text: string, empty: Rule, longest = 100): Rule | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return empty;
  if (trimmed.length > longest) return 'tooLong';
  if (withoutTurns(trimmed) !== trimmed) return 'turningCharacters';
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u001F\u007F<>]/.test(trimmed) ? 'illegalCharacters' : undefined;
}

/** Names that stand in the signed text of a firmware: one line, no comma, which separates them. */
export const firmwareNameRule = (text: string): Rule | undefined =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N} ._/+()-]{0,62}[\p{L}\p{N}.+)])?$/u.test(text)
    ? undefined
    : 'firmwareNameInvalid';

export const firmwareVersionRule = (text: string): Rule | undefined =>
  isFirmwareVersion(text) ? undefined : 'firmwareVersionInvalid';

/** The range of versions from which a device can come begins before it ends. */
export function firmwareRangeRule({
  fromVersion,
  toVersion,
}: {
  fromVersion: string | null;
  toVersion: string | null;
}): { rule: Rule; path: string } | undefined {
  const isTurned =
    fromVersion !== null && toVersion !== null && compareFirmwareVersions(fromVersion, toVersion) > 0;
  return isTurned ? { rule: 'firmwareRangeInvalid', path: 'toVersion' } : undefined;
}

/** A part of an address by its name, or none. */
export const placeNameRule = (name: string): Rule | undefined =>
  name.trim() === '' ? undefined : textRule(name, 'nameEmpty');

/** Letters and digits of any script, with spaces and dashes between them. */
export function postCodeRule(code: string): Rule | undefined {
  const trimmed = code.trim();
  if (trimmed.length > 16) return 'tooLong';
  return /^[\p{L}\p{N} -]*$/u.test(trimmed) ? undefined : 'illegalCharacters';
}

export const NOTES_MAX_LENGTH = 2000;

/** A note of a calendar: several lines, and not none. */
export function noteRule(note: string): Rule | undefined {
  return note.trim() === '' ? 'noteEmpty' : notesRule(note);
}

/** What somebody says to a step of an alarm; it may be nothing. */
export const alarmNoteRule = notesRule;

/** Why alarms are kept quiet. */
export const shieldReasonRule = (text: string): Rule | undefined =>
  textRule(text, 'correctionReasonEmpty', LIMITS.shieldReason);

/** Several lines of any text without characters that cannot be seen. */
export function notesRule(notes: string): Rule | undefined {
  if (notes.trim().length > NOTES_MAX_LENGTH) return 'tooLong';
  if (withoutTurns(notes) !== notes) return 'turningCharacters';
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(notes) ? 'illegalCharacters' : undefined;
}

/** Part of MQTT topics and typed by people: letters, digits, `-` and `_`. */
export function organisationCodeRule(code: string): Rule | undefined {
  return /^[A-Za-z0-9_-]{2,32}$/.test(code) ? undefined : 'organisationCodeInvalid';
}

/** A serial number as devices carry and send it. */
export function snRule(sn: string): Rule | undefined {
  return /^[A-Za-z0-9._-]{3,64}$/.test(sn) ? undefined : 'snInvalid';
}

/** Whether a text can be a claim code. */
export function claimCodeRule(text: string): Rule | undefined {
  return readClaimCode(text) === undefined ? 'claimCodeInvalid' : undefined;
}

/** A figure that is there and within its range; what could not be read as one (`NaN`) is not. */
const within = (lowest: number, highest: number, broken: Rule) => (figure: number) =>
  figure >= lowest && figure <= highest ? undefined : broken;
/** Of more than 0, and not next to it: sums of many are divided by such figures. */
const upTo = (highest: number, broken: Rule) => within(LIMITS.leastFigure, highest, broken);

const whole = (lowest: number, highest: number, broken: Rule) => (figure: number) =>
  Number.isInteger(figure) && figure >= lowest && figure <= highest ? undefined : broken;

/** kWp */
export const capacityRule = upTo(10_000_000, 'capacityInvalid');
/** kWh */
export const batteryRule = upTo(10_000_000, 'batteryInvalid');
/** Degrees, WGS-84. */
export const latitudeRule = within(-90, 90, 'latitudeInvalid');
export const longitudeRule = within(-180, 180, 'longitudeInvalid');
/** A longitude by the one name of its meridian: -180 and 180 are the same, which tables of zones take for two. */
export const meridian = (longitude: number): number => (longitude === -180 ? 180 : longitude);
/** Metres above the sea. */
export const elevationRule = within(-500, 9000, 'elevationInvalid');
/** Degrees from the horizontal. */
export const tiltRule = within(0, 90, 'tiltInvalid');
/** Degrees clockwise from north. */
export const azimuthRule = within(0, 359.99, 'azimuthInvalid');
/** The same of an array of modules, which is not left empty. */
export const arrayTiltRule = within(0, 90, 'arrayTiltInvalid');
export const arrayAzimuthRule = within(0, 359.99, 'arrayAzimuthInvalid');
/** Modules of an array, and those in series. */
export const quantityRule = whole(1, 100_000, 'quantityInvalid');
export const seriesRule = whole(1, 40, 'seriesInvalid');
/** W of one module. */
export const modulePowerRule = within(1, 2000, 'modulePowerInvalid');
/** Of a module's power, % per K. */
export const temperatureCoefficientRule = within(-1, 0, 'temperatureCoefficientInvalid');
/** Of components: V, A, % per K, metres, W, percent. */
export const voltageRule = upTo(3000, 'voltageInvalid');
export const currentRule = upTo(5000, 'currentInvalid');
export const currentCoefficientRule = within(-0.5, 0.5, 'currentCoefficientInvalid');
export const voltageCoefficientRule = within(-1, -0.001, 'voltageCoefficientInvalid');
export const cellsRule = whole(1, 1000, 'cellsInvalid');
export const moduleSideRule = within(0.1, 5, 'moduleSideInvalid');
export const inverterPowerRule = within(50, 10_000_000, 'inverterPowerInvalid');
export const mpptsRule = whole(1, 100, 'mpptsInvalid');
export const stringsPerMpptRule = whole(1, 1000, 'stringsPerMpptInvalid');
export const efficiencyRule = within(50, 100, 'efficiencyInvalid');
export const nightPowerRule = within(0, 100_000, 'nightPowerInvalid');
/** The number of an input, and of strings beside each other. */
export const inputRule = whole(1, 1000, 'inputInvalid');
export const stringsRule = whole(1, 1000, 'stringsInvalid');
/** °C */
export const cellTemperatureRule = within(-60, 120, 'cellTemperatureInvalid');
/** Percent. */
export const shareRule = upTo(100, 'shareInvalid');
/** Metres. */
export const heightRule = within(0, 50, 'heightInvalid');
export const spacingRule = within(0, 100, 'spacingInvalid');
export const slantRule = upTo(50, 'slantInvalid');
/** 0 to 1 */
export const albedoRule = within(0, 1, 'albedoInvalid');
/** Percent. */
export const bifacialRule = within(0, 100, 'bifacialInvalid');
/** Degrees, of a direction of the horizon. */
export const horizonAzimuthRule = within(0, 359.99, 'horizonAzimuthInvalid');
export const horizonElevationRule = within(0, 90, 'horizonElevationInvalid');
/** Of a kWh. */
export const priceRule = within(0, 1000, 'priceInvalid');

/** Of a kWh in a tariff; negative where feeding in costs money. */
export const tariffPriceRule = within(-1000, 1000, 'tariffPriceInvalid');
const correctionAmountRule = upTo(1e9, 'correctionKwhInvalid');
/** kWh that somebody adds to what was measured; negative to take some away. */
export const correctionKwhRule = (kwh: number): Rule | undefined => correctionAmountRule(Math.abs(kwh));

/** Days of the calendar that belong to a correction of a kind, from the first to the last. */
export function correctionDaysRule({
  kind,
  from,
  to,
}: {
  kind: 'days' | 'total' | 'offset';
  from: string | null;
  to: string | null;
}): { rule: Rule; path: string } | undefined {
  if (kind === 'total') return undefined;
  if (to === null) return { rule: 'correctionDaysInvalid', path: 'to' };
  if (kind === 'offset') return undefined;
  if (from === null || from > to) return { rule: 'correctionDaysInvalid', path: 'from' };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > LIMITS.correctionDays ? { rule: 'correctionDaysTooMany', path: 'from' } : undefined;
}

/** Days of the calendar that belong to a note, from the first to the last. */
export const noteDaysRule = ({ from, to }: { from: string; to: string }) =>
  correctionDaysRule({ kind: 'days', from, to });

/** What a station cost. */
export const investmentRule = upTo(1e12, 'investmentInvalid');
/** What one unit of a currency is worth in another one: a rial less than a millionth of a euro. */
export const rateRule = within(1e-12, 1e9, 'rateInvalid');

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency by its code of ISO 4217. */
export function currencyCodeRule(code: string): Rule | undefined {
  return CURRENCIES.has(code) ? undefined : 'currencyUnknown';
}

/** A zone by its IANA name that the runtime knows; offsets such as `+02:00` know nothing of summer time. */
export function timeZoneRule(name: string): Rule | undefined {
  if (!/^[A-Za-z]/.test(name)) return 'timeZoneInvalid';
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return undefined;
  } catch {
    return 'timeZoneInvalid';
  }
}

/** How the times of a file are written: by name, or by tokens and separators of the list. */
export function timeFormatRule(format: string): Rule | undefined {
  return isTimeFormat(format) ? undefined : 'timeFormatInvalid';
}

/** Address of a device on a line of Modbus. */
export const modbusAddressRule = (address: number): Rule | undefined =>
  Number.isInteger(address) && address >= 1 && address <= 247 ? undefined : 'modbusAddressInvalid';

/** W */
export const ratedPowerRule = upTo(1e9, 'ratedPowerInvalid');

/** A day of the calendar, `YYYY-MM-DD`, on which a station could have been built. */
export function dayRule(day: string): Rule | undefined {
  return isDayWithin(day, 1900, 2199) ? undefined : 'dayInvalid';
}

/** A day of the calendar for which measurements can be asked: the stores can count with each of them and with its neighbours. */
export function measuredDayRule(day: string): Rule | undefined {
  return isDayWithin(day, 1980, 2099) ? undefined : 'dayInvalid';
}

function isDayWithin(day: string, firstYear: number, lastYear: number): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : NaN;
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return false;
  const year = Number(day.slice(0, 4));
  return year >= firstYear && year <= lastYear;
}

/** A price says nothing without its currency. */
export function currencyRule(station: {
  currency?: string | null | undefined;
  priceBuy?: unknown;
  priceFeedIn?: unknown;
}): Rule | undefined {
  const priced = [station.priceBuy, station.priceFeedIn].some(
    (price) => price !== undefined && price !== null,
  );
  return priced && !station.currency ? 'currencyMissing' : undefined;
}
