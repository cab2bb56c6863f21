import type { KeyboardEvent } from 'react';

interface RowActions {
  open?: (() => void) | undefined;
  choose?: (() => void) | undefined;
}

/**
 * Arrow keys, Home and End move between the focusable rows of a list or table; Enter opens the focused one, Space chooses it where
 * rows can be chosen. Above the first one is the search.
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>, { open, choose }: RowActions): void {
  if (event.target !== event.currentTarget) return;
  if (event.key === 'Enter' && open) {
    open();
    return;
  }
  if (event.key === ' ' && choose) {
    event.preventDefault();
    choose();
    return;
  }
  const rows = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  if (next < 0) document.querySelector<HTMLElement>('input[type="search"]')?.focus();
  else rows[next]?.focus();
}
