import { ADDRESSES } from '@sunfleet/contract';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rootFontSize, useRootFont } from './root-font.ts';

test.each([
  [360, 67],
  [1280, 67],
  [1600, 83.5],
  [1920, 100],
  [3840, 100],
])('at %d px the root font is %d px', (width, size) => {
  expect(rootFontSize(width)).toBeCloseTo(size, 6);
});

test.each(['/bigScreen', '/screenMain', '/screenDesignPage'])(
  'follows the window while %s is shown, and leaves no trace on other pages',
  (pathname) => {
    const { rerender, unmount } = renderHook((at: string) => useRootFont(at), { initialProps: pathname });
    act(() => {
      Object.assign(globalThis, { innerWidth: 1920 });
      dispatchEvent(new Event('resize'));
    });
    expect(document.documentElement.style.fontSize).toBe('100px');
    rerender(ADDRESSES.stations);
    expect(document.documentElement.style.fontSize).toBe('');
    rerender(pathname);
    unmount();
    expect(document.documentElement.style.fontSize).toBe('');
  },
);
