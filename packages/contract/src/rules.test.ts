import { expect, test } from 'vitest';
import {
  contactRule,
  emailRule,
  organisationCodeRule,
  passwordRule,
  phoneRule,
  textRule,
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
  [{ email: 'a@example.test', mobile: '+49301234' }, 'contactTwice'],
  [{ email: 'nobody' }, 'emailInvalid'],
  [{ mobile: '12' }, 'phoneInvalid'],
  [{ email: 'a@example.test' }, undefined],
  [{ mobile: '+49 (30) 123-456' }, undefined],
])('contact %o: %s', (contact, rule) => expect(contactRule(contact)).toBe(rule));

test('an e-mail address has a name, one @ and a domain with a dot', () => {
  for (const right of ['a@b.example', 'a.b+c@sub.example.test']) expect(emailRule(right)).toBeUndefined();
  for (const wrong of [
    'a@b',
    '@b.example',
    'a@@b.example',
    'a b@c.example',
    'a@b..example',
    '<a@b.example>',
  ]) {
    expect(emailRule(wrong), wrong).toBe('emailInvalid');
  }
});

test('a phone number has six to fifteen digits and may have a plus', () => {
  for (const right of ['+4930123456', '13800138000']) expect(phoneRule(right)).toBeUndefined();
  for (const wrong of ['+0301234', '12345', '1'.repeat(16), '+49 abc'])
    expect(phoneRule(wrong)).toBe('phoneInvalid');
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

test.each([
  ['  ', 'merchantNameEmpty'],
  ['x'.repeat(101), 'tooLong'],
  ['<b>', 'illegalCharacters'],
  ['two\nlines', 'illegalCharacters'],
  ['Søn & Datter', undefined],
])('text %j: %s', (text, rule) => expect(textRule(text, 'merchantNameEmpty')).toBe(rule));

test('an organisation code fits a part of an MQTT topic', () => {
  for (const right of ['A1', 'north_2-b', 'x'.repeat(32)])
    expect(organisationCodeRule(right)).toBeUndefined();
  for (const wrong of ['', 'a', 'a/b', 'a+', 'ä1', 'x'.repeat(33)]) {
    expect(organisationCodeRule(wrong), wrong).toBe('organisationCodeInvalid');
  }
});
