import { expect, test } from 'vitest';
import { maskContact, maskTyped } from './mask-contact.ts';

test.each([
  [{ email: 'anna@example.com', phone: '+493012456' }, 'a***@example.com'],
  [{ email: null, phone: '+493012456' }, '+49 *** 456'],
  [{ email: null, phone: '03012456' }, '*** 456'],
  [{ email: null, phone: null }, null],
  [{ email: '😀x@example.com', phone: null }, '😀***@example.com'],
])('%o is told as %s', (contact, masked) => {
  expect(maskContact(contact)).toBe(masked);
});

test.each([
  ['anna@example.com', 'a***@example.com'],
  ['+49 30 12456', '+49 *** 456'],
  ['anna.miller', 'a***'],
  ['', '***'],
])('of %o, typed to name a person, %s is kept', (typed, masked) => {
  expect(maskTyped(typed)).toBe(masked);
});
