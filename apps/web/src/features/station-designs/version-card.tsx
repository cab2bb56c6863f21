import { arrayPower, type DesignVersion, type StationArray, type StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import { ArrayCompass } from './array-compass.tsx';
import styles from './design.module.css';
import { HorizonPicture } from './horizon-picture.tsx';
import { PowerSum } from './power-sum.tsx';
import { StringNotes } from './string-notes.tsx';
import { StringPlan } from './string-plan.tsx';

interface VersionCardProps {
  version: DesignVersion;
  station: StationDetail;
}

/** The arrays from one day on, as a picture of where they face and as a list. */
export function VersionCard({ version, station }: VersionCardProps) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const { from, arrays, horizon } = version;
  const watts = station.capacityKw * 1000;
  return (
    <Card title={from === null ? t('beginning') : t('from', { day: format.day(from) })}>
      <div className={styles.version}>
        <ArrayCompass arrays={arrays} capacityKw={station.capacityKw} />
        <ul className={styles.arrays}>
          {arrays.map((array) => (
            <li key={array.name}>
              <b>{array.name}</b>
              <span className={styles.power}>{format.capacity((arrayPower(array, watts) ?? 0) / 1000)}</span>
              <ArrayFacts array={array} />
            </li>
          ))}
        </ul>
      </div>
      {version.inverters.length > 0 ? <StringPlan version={version} /> : null}
      <StringNotes version={version} />
      {horizon ? <HorizonPicture horizon={horizon} station={station} /> : null}
      <PowerSum arrays={arrays} capacityKw={station.capacityKw} />
    </Card>
  );
}

/** What is known of an array; what is not is left out. */
function ArrayFacts({ array }: { array: StationArray }) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const { module, quantity, share } = array;
  const angle = (degrees: number) => `${format.number(degrees, Number.isInteger(degrees) ? 0 : 1)}°`;
  const facts = [
    t('fact.tilt', { angle: angle(array.tilt) }),
    t('fact.azimuth', { angle: angle(array.azimuth) }),
    module && `${format.number(quantity, 0)} × ${module.model} (${format.number(module.power, 0)} W)`,
    share !== null && t('ofStation', { share: format.percent(share) }),
    array.series !== null && t('inSeries', { count: array.series }),
    array.height !== null && t('fact.height', { length: format.value(array.height, 'm') }),
    array.spacing !== null && t('fact.spacing', { length: format.value(array.spacing, 'm') }),
    array.slant !== null && t('fact.slant', { length: format.value(array.slant, 'm') }),
    array.albedo !== null && t('fact.albedo', { share: format.number(array.albedo, 2) }),
    array.bifacial !== null && t('fact.bifacial', { share: format.percent(array.bifacial) }),
  ].filter((fact) => typeof fact === 'string');
  return <span className={styles.facts}>{facts.join(' · ') || UNKNOWN}</span>;
}
