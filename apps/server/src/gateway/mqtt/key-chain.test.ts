import { expect, test } from 'vitest';
import { KeyChain } from './key-chain.ts';

const ids: Record<string, number> = { 'ac.power': 1, 'pv1.power': 2, 'ac.powerFactor': 3 };
const chain = () => new KeyChain((key) => ids[key]);

test('the key behind a key is the one that came there last', () => {
  const keys = chain();
  const first = keys.find('ac.power', undefined)!;
  expect(first).toMatchObject({ point: 1, next: undefined });
  const second = keys.find('pv1.power', first);
  expect(first.next).toBe(second);
  keys.find('ac.powerFactor', first);
  expect(first.next?.point).toBe(3);
  expect(keys.find('ac.power', undefined)).toBe(first);
});

test('a key matches whole, with its closing quote', () => {
  const link = chain().find('ac.power', undefined);
  const at = (text: string) => KeyChain.behind(link, Buffer.from(text), 1);
  expect(at('"ac.power":1')).toBe(10);
  expect(at('"ac.powerFactor":1')).toBe(-1);
  expect(at('"ac.powe":1')).toBe(-1);
  expect(at('"ac.power')).toBe(-1);
  expect(KeyChain.behind(undefined, Buffer.from('""'), 1)).toBe(-1);
});

test('custom keys are not linked', () => {
  const keys = new KeyChain(() => 10_000);
  expect(keys.find('fan.speed', undefined)).toBeUndefined();
  expect(chain().find('fan.speed', undefined)).toBeUndefined();
});
