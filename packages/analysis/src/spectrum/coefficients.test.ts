import { expect, it } from 'vitest';
import { spectralFactorPvspec } from './pvspec.ts';

const input = { airmassAbsolute: 1.5, clearskyIndex: 0.8 };

it('wants one of module and coefficients, that are known and enough', () => {
  expect(() => spectralFactorPvspec(input)).toThrow('one of moduleType and coefficients');
  expect(() => spectralFactorPvspec({ ...input, moduleType: 'asi', coefficients: [1, 2, 3] })).toThrow(
    'one of moduleType and coefficients',
  );
  expect(() => spectralFactorPvspec({ ...input, moduleType: 'wood' as never })).toThrow('one of multisi');
  expect(() => spectralFactorPvspec({ ...input, coefficients: [1] })).toThrow('3 values, not 1');
});
