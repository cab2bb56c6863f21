import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import { type StatusKinds, toneOf } from './status-scale.ts';

type StatusBadgeProps = {
  [K in keyof StatusKinds]: {
    /** What it is a status of: `station`, `device`, `communication` or `alarm` (a level). */
    of: K;
    value: StatusKinds[K];
    /** Shows the icon alone, for narrow cells. The word is in the title and for screen readers. */
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
