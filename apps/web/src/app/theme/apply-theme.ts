import { contrastText } from '../../lib/contrast.ts';
import type { HostTheme } from './host-theme.ts';

/** Puts the host's look on the page: brand colour, light or dark, colour of the browser's bar. */
export function applyTheme({ color }: HostTheme, dark: boolean): void {
  const root = document.documentElement;
  root.dataset['theme'] = dark ? 'dark' : 'light';
  root.style.setProperty('--brand', color);
  root.style.setProperty('--brand-text', contrastText(color));
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}

/** The tab's icon: the host's, or ours in the host's colour; with a mark while an emergency alarm is open. */
export function applyIcon({ color, iconUrl }: HostTheme, emergency: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.href =
    iconUrl && !emergency ? iconUrl : `data:image/svg+xml,${encodeURIComponent(drawIcon(color, emergency))}`;
}

function drawIcon(color: string, emergency: boolean): string {
  const mark = emergency
    ? '<circle cx="24" cy="8" r="8" fill="#fff"/><path fill="#d6175f" d="M21 1h6l4 4v6l-4 4h-6l-4-4V5Z"/>'
    : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<path fill="${color}" d="M16 3a13 13 0 0 1 13 13H3A13 13 0 0 1 16 3ZM3 19h26l-1.6 3H4.6ZM6.4 25h19.2l-2.2 3H8.6Z"/>` +
    `${mark}</svg>`
  );
}
