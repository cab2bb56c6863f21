import { expect, test } from 'vitest';
import { systemActor } from '../../platform/actor.ts';
import { maskFor } from './mask.ts';

const visitor = maskFor({ ...systemActor, role: 'visitor' });
const admin = maskFor(systemActor);

test('a visitor sees neither who, nor where, nor a whole serial number', () => {
  expect(visitor.person('Åsa Berg')).toBe('Å***');
  expect(visitor.phone('+4930123456')).toBe('***56');
  expect(visitor.address('Main Street 1')).toBe('***');
  expect(visitor.sn('4000000012')).toBe('400*****12');
  expect(visitor.sn('ABCDE')).toBe('***');
  expect(visitor.coordinate(48.137154)).toBe(48.14);
});

test('what is not known stays unknown instead of looking hidden', () => {
  expect([visitor.person(null), visitor.phone(null), visitor.address(null)]).toEqual([null, null, null]);
});

test('everybody else sees things as they are', () => {
  expect(admin.sn('4000000012')).toBe('4000000012');
  expect(admin.coordinate(48.137154)).toBe(48.137154);
  expect([admin.active, visitor.active]).toEqual([false, true]);
});
