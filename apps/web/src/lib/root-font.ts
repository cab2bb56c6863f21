import { useEffect } from 'react';

const NARROW = { width: 1280, size: 67 };
const WIDE = { width: 1920, size: 100 };

/** Root font size of the large screens in px: 67 up to 1280 px of width, 100 from 1920 px on, proportional between. */
export function rootFontSize(width: number): number {
  const share = (width - NARROW.width) / (WIDE.width - NARROW.width);
  return NARROW.size + (WIDE.size - NARROW.size) * Math.min(1, Math.max(0, share));
}

/** Addresses of the large screens. */
const LARGE_SCREENS: ReadonlySet<string> = new Set(['/bigScreen', '/screenMain', '/screenDesignPage']);

/** Keeps the root font in step with the window at the addresses of large screens; other pages are drawn in px and keep theirs. */
export function useRootFont(pathname: string): void {
  const large = LARGE_SCREENS.has(pathname);
  useEffect(() => {
    if (!large) return undefined;
    const root = document.documentElement;
    const before = root.style.fontSize;
    const fit = () => {
      root.style.fontSize = `${rootFontSize(innerWidth)}px`;
    };
    fit();
    addEventListener('resize', fit);
    return () => {
      removeEventListener('resize', fit);
      root.style.fontSize = before;
    };
  }, [large]);
}
