/** The button that takes something away: readable in light and dark, which the component library's own is not. */
export const DANGER_STYLE = {
  background: 'var(--status-emergency)',
  borderColor: 'var(--status-emergency)',
  color: 'var(--surface)',
} as const;
