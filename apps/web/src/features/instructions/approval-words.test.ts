import { expect, test } from 'vitest';
import { approvalWords } from './approval-words.ts';

test('who approves reads each register and what is written into it', () => {
  const steps = [
    { code: 'READ', fn: 3, address: 588, count: 2, data: '' },
    { code: 'EXPORT', fn: 16, address: 185, count: 1, data: '0023' },
  ];
  const input = { params: { id: 7 }, body: { reason: 'Winter' }, shown: { name: 'Set', steps, devices: 3 } };
  expect(approvalWords(input, (n) => `devices: ${n}`).split('\n')).toEqual([
    'Set',
    'devices: 3',
    'Winter',
    '1. READ: 3 @ 588 × 2',
    '2. EXPORT: 16 @ 185 = 0023',
  ]);
});
