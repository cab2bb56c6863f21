import { always, DIRECTIONS, type Direction } from '@sunfleet/analysis';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Check, Field } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './editor.module.css';
import { MoreFields } from './more-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { SeasonFields } from './season-fields.tsx';
import { versionDraft, versionOf } from './tariff-draft.ts';
import type { VersionProps } from './version-props.ts';
import { YearClock } from './year-clock.tsx';

/** The prices from one day on. */
export function VersionFields(props: VersionProps & { onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  const { version, onChange, onRemove } = props;
  const title =
    version.from === '' ? t('version.beginning') : t('version.title', { day: format.day(version.from) });
  return (
    <Card
      title={title}
      extra={
        onRemove ? (
          <Button kind="quiet" onClick={onRemove}>
            {t('version.remove')}
          </Button>
        ) : null
      }
    >
      <div className={styles.version}>
        <div className={styles.fields}>
          <Field
            label={t('version.from')}
            type="date"
            value={version.from}
            hint={t('version.fromHint')}
            onChange={(event) => onChange({ ...version, from: event.target.value })}
          />
        </div>
        <SeasonFields {...props} />
        {DIRECTIONS.map((direction) => (
          <DirectionFields key={direction} {...props} direction={direction} />
        ))}
        <MoreFields {...props} />
      </div>
    </Card>
  );
}

function DirectionFields(props: VersionProps & { direction: Direction }) {
  const { t } = useTranslation('tariffs');
  const { language } = useFormat();
  const { version, direction, onChange } = props;
  const prices = version[direction];
  const first = () =>
    versionDraft({ from: null, rules: { ...versionOf(version).rules, [direction]: always(0) } }, language)[
      direction
    ];
  return (
    <section className={styles.direction} aria-label={t(`direction.${direction}`)}>
      <Check
        label={t(`direction.has.${direction}`)}
        checked={prices !== null}
        onChange={(has) => onChange({ ...version, [direction]: has ? first() : null })}
      />
      {prices ? (
        <>
          <PriceFields {...props} prices={prices} />
          <YearClock rules={versionOf(version).rules} direction={direction} />
        </>
      ) : null}
    </section>
  );
}
