import { expect, test } from 'vitest';
import { contactTextRule, readContact } from './contact.ts';

test('digits are a phone number, all else an e-mail address', () => {
  expect(readContact(' +49 (30) 123-456 ')).toEqual({ mobile: '+49 (30) 123-456' });
  expect(readContact('4930123456')).toEqual({ mobile: '4930123456' });
  expect(readContact(' ana@sunny.example ')).toEqual({ email: 'ana@sunny.example' });
});

test.each([
  ['', 'contactEmpty'],
  ['ana@', 'emailInvalid'],
  ['+49', 'phoneInvalid'],
  ['ana@sunny.example', undefined],
  ['+49 30 123456', undefined],
])('%j breaks %s', (text, rule) => {
  expect(contactTextRule(text)).toBe(rule);
});
