import { expect, test } from 'vitest';
import { draftFaults, emptyDraft, frameOf, inputOf, spacedHex } from './instruction-draft.ts';

test('a draft says what is wrong by field, and becomes a frame with its CRC once it is right', () => {
  expect([...draftFaults(emptyDraft)]).toEqual([
    ['code', 'instructionCodeInvalid'],
    ['name', 'nameEmpty'],
    ['address', 'instructionAddressEmpty'],
  ]);
  expect(frameOf(emptyDraft)).toBeUndefined();
  const write = {
    ...emptyDraft,
    code: 'SOC',
    name: 'Reserve',
    fn: 16 as const,
    address: '0x75',
    data: '00 23',
  };
  expect(draftFaults(write).size).toBe(0);
  expect(frameOf(write)).toBe('011000750001020023ecec');
  expect(spacedHex(frameOf(write)!)).toBe('01 10 00 75 00 01 02 00 23 EC EC');
  expect(inputOf(write)).toMatchObject({ fn: 16, address: 117, count: 1, data: '00 23' });
  expect(draftFaults({ ...write, data: '002' }).get('data')).toBe('instructionDataOdd');
});
