import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import type { LiveState } from '../../lib/live/live-connection.ts';
import { useLiveState } from '../../lib/live/use-live.ts';
import { StatusIcon } from '../../ui/status/status-icon.tsx';
import { type StatusTone, toneColor } from '../../ui/status/status-tone.ts';
import styles from './header.module.css';

const TONES: Readonly<Record<LiveState, StatusTone>> = {
  open: 'normal',
  connecting: 'connecting',
  waiting: 'offline',
  off: 'standby',
};

/** Tells whether the values on the page are live. Pages that show nothing live have no badge. */
export function LiveBadge() {
  const { t } = useTranslation('common');
  const state = useLiveState();
  const phone = usePhone();
  const tone = TONES[state];
  const word = t(`live.${state}`);
  if (state === 'off') return null;
  return (
    <Tooltip title={word}>
      <span className={styles.live} role="status" style={{ color: toneColor(tone) }}>
        <StatusIcon tone={tone} size={12} />
        <span className={phone || state === 'waiting' ? 'visually-hidden' : undefined}>{word}</span>
      </span>
    </Tooltip>
  );
}
