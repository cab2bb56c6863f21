import { useEffect } from 'react';

const NARROW = { width: 1280, size: 67 };
const WIDE = { width: 1920, size: 100 };

/** Root font size of the large screens in px: 67 up to 1280 px of width, 100 from 1920 px on, proportional between. */
export function rootFontSize(width: number): number {
  const share = (width - NARROW.width) / (WIDE.width - NARROW.width);
  return NARROW.size + (WIDE.size - NARROW.size) * Math.min(1, Math.max(0, share));
}

/** Keeps the root font in step with the window while a large screen is shown; other pages are drawn in px. */
export function useRootFont(): void {
  useEffect(() => {
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
  }, []);
}
