import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End move between the focusable rows of a list or table; Enter opens the focused one. */
export function moveByKey(event: KeyboardEvent<HTMLElement>, open: (() => void) | undefined): void {
  if (event.target !== event.currentTarget) return;
  if (event.key === 'Enter' && open) {
    open();
    return;
  }
  const rows = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}
