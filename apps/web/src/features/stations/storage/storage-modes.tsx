import type { StationStorage } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './storage.module.css';

const MODES = ['charging', 'discharging', 'resting', 'unknown'] as const;

/** How long the batteries charged, gave and rested in a period. */
export function StorageModes({ storage: { modes }, period }: { storage: StationStorage; period: string }) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const all = MODES.reduce((sum, mode) => sum + modes[mode], 0);
  const share = (mode: (typeof MODES)[number]) => (all === 0 ? 0 : (100 * modes[mode]) / all);
  return (
    <Card title={t('modes', { period: format.day(period) })}>
      <div className={styles.strip} aria-hidden="true">
        {MODES.map((mode) => (
          <span key={mode} data-mode={mode} style={{ flexGrow: share(mode) }} />
        ))}
      </div>
      <dl className={styles.modes}>
        {MODES.map((mode) => (
          <div key={mode}>
            <dt data-mode={mode}>{t(mode)}</dt>
            <dd>{format.percent(share(mode), 0)}</dd>
            <dd>{format.duration(modes[mode])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>{t('modesNote')}</p>
    </Card>
  );
}
