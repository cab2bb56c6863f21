import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './string-tiles.module.css';
import { LOW_SHARE, scaleStart, STEPS, type TileMap } from './tiles.ts';

/** What the colours and marks of the tiles mean. */
export function TileScale({ map: { scale, unit, tiles } }: { map: TileMap }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  if (!scale) return null;
  const share = format.percent(LOW_SHARE * 100);
  const start = scaleStart(scale);
  const first = format.value(start, unit);
  return (
    <p className={styles.scale}>
      <span>{scale.least < start ? `≤ ${first}` : first}</span>
      <span className={styles.steps} aria-hidden>
        {Array.from({ length: STEPS }, (_, step) => (
          <span key={step} className={styles.step} data-step={step} />
        ))}
      </span>
      <span>{format.value(scale.most, unit)}</span>
      <span>{t('tiles.median', { value: format.value(scale.median, unit) })}</span>
      {tiles.some(({ low }) => low) ? (
        <span>
          <span className={styles.mark} aria-hidden>
            ▼
          </span>{' '}
          {t('tiles.low', { share })}
        </span>
      ) : null}
    </p>
  );
}
