import { useSyncExternalStore } from 'react';
import { createStored } from './stored.ts';
import { useStored } from './use-stored.ts';

export const APPEARANCES = ['light', 'dark', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Light, dark, or as the system has it. */
export const storedAppearance = createStored<Appearance>({
  key: 'sunfleet.appearance',
  parse: (value) => APPEARANCES.find((appearance) => appearance === value),
  fallback: 'system',
});

/** Whether a media query holds; renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Narrower than 768 px: bottom bar, cards in place of tables. */
export const usePhone = (): boolean => useMedia('(max-width: 767px)');

/** Whether nothing on the page is to move. */
export const useStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)');

/** Whether the page is dark now. */
export function useDark(): boolean {
  const appearance = useStored(storedAppearance);
  const system = useMedia('(prefers-color-scheme: dark)');
  return appearance === 'system' ? system : appearance === 'dark';
}
