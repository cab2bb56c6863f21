import { expect, test, vi } from 'vitest';
import {
  azimuthRule,
  capacityRule,
  contactRule,
  correctionKwhRule,
  currencyRule,
  dayRule,
  albedoRule,
  arrayAzimuthRule,
  arrayTiltRule,
  bifacialRule,
  elevationRule,
  heightRule,
  modulePowerRule,
  quantityRule,
  seriesRule,
  shareRule,
  spacingRule,
  temperatureCoefficientRule,
  emailRule,
  latitudeRule,
  longitudeRule,
  organisationCodeRule,
  passwordRule,
  normalPhone,
  notesRule,
  phoneRule,
  priceRule,
  rateRule,
  ratedPowerRule,
  textRule,
  tiltRule,
  timeZoneRule,
  userNameRule,
} from './rules.ts';

test.each([
  ['', 'passwordEmpty'],
  ['Aa1', 'passwordShort'],
  ['abcdefg1', 'passwordUpper'],
  ['ABCDEFG1', 'passwordLower'],
  ['Abcdefgh', 'passwordDigit'],
  [`Aa1${'x'.repeat(126)}`, 'passwordTooLong'],
  ['Ñandú-2026', undefined],
])('password “%s”: %s', (password, rule) => expect(passwordRule(password)).toBe(rule));

test.each([
  [{}, 'contactEmpty'],
  [{ email: '', mobile: null }, 'contactEmpty'],
  [{ email: 'a@example.test', mobile: '+49301234' }, undefined],
  [{ email: 'a@example.test', mobile: 'no phone' }, 'phoneInvalid'],
  [{ email: 'no mail', mobile: '+49301234' }, 'emailInvalid'],
  [{ email: 'nobody' }, 'emailInvalid'],
  [{ mobile: '12' }, 'phoneInvalid'],
  [{ email: 'a@example.test' }, undefined],
  [{ mobile: '+49 (30) 123-456' }, undefined],
])('contact %o: %s', (contact, rule) => expect(contactRule(contact)).toBe(rule));

test('an e-mail address has a name, one @ and a domain with a dot', () => {
  for (const right of [
    'a@b.example',
    'a.b+c@sub.example.test',
    'A@Müller.Example',
    'a@例え.example',
    'a@straße.example',
  ])
    expect(emailRule(right), right).toBeUndefined();
  for (const wrong of [
    'a@b',
    '@b.example',
    'a@@b.example',
    'a b@c.example',
    'a@b..example',
    '<a@b.example>',
    // Other ways to write `b.example`, for which mail goes to the same mailbox.
    'a@\uFF42.example',
    'a@\u{1D41B}.example',
    'a@b\u3002c.example',
    'a@b\uFF0Ec.example',
    'a@b\uFE0F.example',
    'a@mu\u0308ller.example',
  ]) {
    expect(emailRule(wrong), wrong).toBe('emailInvalid');
  }
});

test.each([
  ['+4930123456', '+4930123456'],
  ['+49 (30) 123-456', '+4930123456'],
  ['49 30 123456', '+4930123456'],
  ['0049.30.123456', '+4930123456'],
  ['8613800138000', '+8613800138000'],
  ['030 123456', ''],
  ['+0301234', ''],
  ['00 030 123456', ''],
  ['+0049 30 123456', ''],
  ['12345', ''],
  ['1'.repeat(16), ''],
  ['+49 abc', ''],
  ['user@example.test', ''],
  ['+', ''],
  ['', ''],
])('“%s” as a phone number is “%s”', (text, phone) => {
  expect(normalPhone(text)).toBe(phone);
  expect(phoneRule(text)).toBe(phone === '' ? 'phoneInvalid' : undefined);
});

test.each([
  [' ', 'userNameEmpty'],
  ['a', 'userNameInvalid'],
  ['123456', 'userNameInvalid'],
  ['a@b', 'userNameInvalid'],
  ['a b', 'userNameInvalid'],
  ['anna-1', undefined],
  ['王小明', undefined],
])('user name “%s”: %s', (name, rule) => expect(userNameRule(name)).toBe(rule));

test('a user name of any length is refused without bringing its marks into order, which takes the square of their number', () => {
  const ordering = vi.spyOn(String.prototype, 'normalize');
  const found = userNameRule(`a${'\u0301\u0323'.repeat(300)}`);
  const times = ordering.mock.calls.length;
  ordering.mockRestore();
  expect([found, times]).toEqual(['userNameInvalid', 0]);
});

test.each([
  ['  ', 'merchantNameEmpty'],
  ['x'.repeat(101), 'tooLong'],
  ['<b>', 'illegalCharacters'],
  ['two\nlines', 'illegalCharacters'],
  ['paid\u202Eenon', 'turningCharacters'],
  ['\u2066North\u2069', 'turningCharacters'],
  ['\u200Fמערכת', undefined],
  ['Søn & Datter', undefined],
])('text %j: %s', (text, rule) => expect(textRule(text, 'merchantNameEmpty')).toBe(rule));

test('a note holds several lines, and nothing that turns the order of letters', () => {
  expect(notesRule('first\n\tsecond')).toBeUndefined();
  expect(notesRule('paid \u202Eenon')).toBe('turningCharacters');
});

test('an organisation code fits a part of an MQTT topic', () => {
  for (const right of ['A1', 'north_2-b', 'x'.repeat(32)])
    expect(organisationCodeRule(right)).toBeUndefined();
  for (const wrong of ['', 'a', 'a/b', 'a+', 'ä1', 'x'.repeat(33)]) {
    expect(organisationCodeRule(wrong), wrong).toBe('organisationCodeInvalid');
  }
});

test.each([
  [capacityRule, 'capacityInvalid', [0.000_001, 10_000_000], [0, -1, 5e-324, 10_000_001, NaN]],
  [ratedPowerRule, 'ratedPowerInvalid', [0.000_001, 1e9], [0, 5e-324, 2e9, NaN]],
  [correctionKwhRule, 'correctionKwhInvalid', [-1e9, -0.000_001, 1], [0, 5e-324, -5e-324, 2e9, NaN]],
  [latitudeRule, 'latitudeInvalid', [-90, 0, 90], [-90.01, 91, NaN]],
  [longitudeRule, 'longitudeInvalid', [-180, 180], [-181, 180.5, NaN]],
  [arrayTiltRule, 'arrayTiltInvalid', [0, 45, 90], [-1, 90.1, NaN]],
  [arrayAzimuthRule, 'arrayAzimuthInvalid', [0, 359.99], [-190, 360, NaN]],
  [quantityRule, 'quantityInvalid', [1, 100_000], [0, 1.5, 100_001, NaN]],
  [seriesRule, 'seriesInvalid', [1, 40], [0, 41, NaN]],
  [modulePowerRule, 'modulePowerInvalid', [1, 2000], [0, 2001, NaN]],
  [temperatureCoefficientRule, 'temperatureCoefficientInvalid', [-1, -0.35, 0], [0.1, -1.1, NaN]],
  [shareRule, 'shareInvalid', [0.1, 100], [0, 100.1, NaN]],
  [heightRule, 'heightInvalid', [0, 50], [-1, 51, NaN]],
  [spacingRule, 'spacingInvalid', [0, 100], [-1, 101, NaN]],
  [albedoRule, 'albedoInvalid', [0, 1], [-0.1, 1.1, NaN]],
  [bifacialRule, 'bifacialInvalid', [0, 100], [-1, 101, NaN]],
  [elevationRule, 'elevationInvalid', [-500, 0, 9000], [-501, 9001, NaN]],
  [tiltRule, 'tiltInvalid', [0, 90], [-1, 91, NaN]],
  [azimuthRule, 'azimuthInvalid', [0, 359.99], [-1, 360, NaN]],
  [rateRule, 'rateInvalid', [0.000_000_7, 1e9], [0, -1, 2e9, NaN]],
  [priceRule, 'priceInvalid', [0, 0.3], [-0.1, 1001, NaN]],
])('a figure of a station stays in its range: %o, %s', (rule, broken, right, wrong) => {
  expect(right.map(rule)).toEqual(right.map(() => undefined));
  expect(wrong.map(rule)).toEqual(wrong.map(() => broken));
});

test('a time zone is a name of a place, or a fixed one by name; an offset or a place of nowhere is none', () => {
  for (const right of ['Europe/Madrid', 'UTC', 'Etc/GMT-3']) expect(timeZoneRule(right)).toBeUndefined();
  for (const wrong of ['', '+02:00', 'Mars/Olympus']) expect(timeZoneRule(wrong)).toBe('timeZoneInvalid');
});

test('a day stands in the calendar', () => {
  for (const right of ['2024-02-29', '1999-12-31']) expect(dayRule(right)).toBeUndefined();
  for (const wrong of ['2023-02-29', '2023-13-01', '01.02.2023', ''])
    expect(dayRule(wrong)).toBe('dayInvalid');
});

test('a price names its currency', () => {
  expect(currencyRule({ priceBuy: 0.3 })).toBe('currencyMissing');
  expect(currencyRule({ priceFeedIn: 0, currency: null })).toBe('currencyMissing');
  expect(currencyRule({ priceBuy: 0.3, currency: 'EUR' })).toBeUndefined();
  expect(currencyRule({ priceBuy: null })).toBeUndefined();
});
