import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './status.module.css';
import { StatusIcon } from './status-icon.tsx';
import { toneColor, toneOf, type StatusKinds, type StatusTone } from './status-scale.ts';

type StatusBadgeProps = {
  [K in keyof StatusKinds]: {
    /** What it is a status of: `station`, `device`, `communication` or `alarm` (a level). */
    of: K;
    value: StatusKinds[K];
    /** The word is left to the title and to screen readers, for narrow cells. */
    iconOnly?: boolean;
  };
}[keyof StatusKinds];

/** A status as icon, word and colour: `<StatusBadge of="station" value={live.status} />`. */
export function StatusBadge(props: StatusBadgeProps) {
  const { t } = useTranslation('common');
  const word = t(`status.${props.of}.${props.value}` as 'status.station.normal');
  const tone = toneOf(props.of, props.value as never);
  return (
    <ToneBadge
      tone={tone}
      title={`${t(`status.group.${props.of}`)}: ${word}`}
      iconOnly={props.iconOnly ?? false}
    >
      {word}
    </ToneBadge>
  );
}

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
