import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useLoss } from '../../lib/reach/use-loss.ts';
import { useNow } from '../../lib/time/use-now.ts';

/** A value older than this is not fresh: two of the usual five-minute uploads were missed. */
export const FRESH_MS = 11 * 60_000;

interface AgeProps {
  /** Epoch milliseconds. */
  time: number | null | undefined;
  /** Zone of the exact time in the title; the browser's otherwise. */
  zone?: string;
  /** Draws nothing while the value is fresh and the server can be reached. */
  onlyWhenOld?: boolean;
}

/** How long ago, counting on; the exact time is in its title. */
export function Age({ time, zone, onlyWhenOld = false }: AgeProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const now = useNow(1000);
  const lost = useLoss() !== undefined;
  if (time === null || time === undefined) return <span title={t('figure.unknown')}>{UNKNOWN}</span>;
  if (onlyWhenOld && !lost && now - time < FRESH_MS) return null;
  const age = format.age(time, now);
  return (
    <time dateTime={new Date(time).toISOString()} title={format.dateTime(time, zone, 'full')}>
      {onlyWhenOld ? t('figure.asOf', { age }) : age}
    </time>
  );
}
