import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { EnergyFlow } from '../detail/energy-flow.tsx';
import { flowsOf } from '../detail/flows.ts';
import styles from './own.module.css';

/** What flows now, as a picture and as one sentence for each of roof, house, grid and battery. */
export function NowCard({ station: { live, batteryKwh, timeZone } }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const format = useFormat();
  const hasBattery = batteryKwh !== null;
  const sentences = flowsOf(live, hasBattery).map(({ name, power, direction }) => {
    const doing = power === null ? 'unknown' : direction;
    return t(`now.${name}.${doing}`, { power: format.power(power === null ? null : Math.abs(power)) });
  });
  return (
    <Card title={t('now.title')} extra={<Age time={live.lastDataAt} zone={timeZone} onlyWhenOld />}>
      <EnergyFlow live={live} hasBattery={hasBattery} />
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {live.soc === null ? null : <li>{t('now.full', { share: format.percent(live.soc) })}</li>}
      </ul>
    </Card>
  );
}
