import { expect, test } from 'vitest';
import { mapFailure } from './map-failure.ts';

/** A browser that offers these ways to draw. */
const canvas = (...offered: string[]) => ({
  getContext: ((name: string) => (offered.includes(name) ? {} : null)) as HTMLCanvasElement['getContext'],
});

test('names WebGL only where the browser does not offer it', () => {
  expect(mapFailure(canvas())).toBe('noWebgl');
  expect(mapFailure(canvas('2d'))).toBe('noWebgl');
  expect(mapFailure(canvas('webgl2', 'webgl'))).toBe('failed');
  expect(mapFailure(canvas('webgl'))).toBe('failed');
});
