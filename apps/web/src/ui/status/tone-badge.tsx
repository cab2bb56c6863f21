import type { ReactNode } from 'react';
import { StatusIcon } from './status-icon.tsx';
import { type StatusTone, toneColor } from './status-tone.ts';
import styles from './tone-badge.module.css';

/** A word in a tone of the status scale, for statuses of a feature's own. */
export function ToneBadge(props: {
  tone: StatusTone;
  title?: string;
  iconOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.badge} style={{ color: toneColor(props.tone) }} title={props.title}>
      <StatusIcon tone={props.tone} />
      <span className={props.iconOnly ? 'visually-hidden' : styles.word}>{props.children}</span>
    </span>
  );
}
