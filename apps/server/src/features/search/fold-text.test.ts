import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test('letters of any script become small ones of ASCII', () => {
  expect(foldText('Solarpark München-Süd')).toBe('solarpark munchen sud');
  expect(foldText('São Paulo')).toBe('sao paulo');
  expect(foldText('北京电站')).toBe('beijingdianzhan');
  expect(foldText('Мюнхен')).toBe('myunkhen');
  expect(foldText('  ·  ')).toBe('');
});
