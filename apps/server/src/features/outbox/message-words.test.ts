import { expect, test } from 'vitest';
import { publicLink } from './message-words.ts';

test('links need to know how people reach this server', () => {
  const page = '/register?invite=A';
  expect(publicLink({ publicUrl: 'https://sun.example.test' }, page)).toBe(
    `https://sun.example.test/#${page}`,
  );
  expect(publicLink({ publicUrl: undefined }, page)).toBe('');
});
