import { DAY_TYPES, type Direction } from '@sunfleet/analysis';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { Check, Field } from '../../../ui/form/field.tsx';
import styles from './editor.module.css';
import type { PriceDraft } from './tariff-draft.ts';
import type { VersionProps } from './version-props.ts';

interface PriceFieldsProps extends VersionProps {
  direction: Direction;
  prices: readonly PriceDraft[];
}

const toggled = <T,>(list: readonly T[], item: T, on: boolean): T[] =>
  on ? [...list, item] : list.filter((other) => other !== item);

/** The prices of a direction, each with its seasons, days and clock. */
export function PriceFields(props: PriceFieldsProps) {
  const { t } = useTranslation('tariffs');
  const { version, direction, prices, onChange } = props;
  const put = (next: readonly PriceDraft[]) => onChange({ ...version, [direction]: next });
  return (
    <>
      {prices.map((price, at) => (
        <OnePrice
          // oxlint-disable-next-line no-array-index-key
          key={at}
          {...props}
          at={at}
          price={price}
          onPut={(part) => put(prices.with(at, { ...price, ...part }))}
          onRemove={prices.length > 1 ? () => put(prices.filter((_, other) => other !== at)) : undefined}
        />
      ))}
      <div>
        <Button onClick={() => put([...prices, { ...prices.at(-1)!, price: '' }])}>{t('price.add')}</Button>
      </div>
    </>
  );
}

interface OnePriceProps extends PriceFieldsProps {
  at: number;
  price: PriceDraft;
  onPut: (part: Partial<PriceDraft>) => void;
  onRemove: (() => void) | undefined;
}

function OnePrice(props: OnePriceProps) {
  const { t } = useTranslation(['tariffs', 'rules', 'common']);
  const { version, currency, direction, faults, at, price, onPut, onRemove } = props;
  const errorOf = (kind: string) => {
    const rule = faults.get(`${direction} ${at} ${kind}`);
    return rule && t(rule, { ns: 'rules' });
  };
  const days = errorOf('days');
  return (
    <fieldset className={styles.price}>
      <legend>{t('price.title', { n: at + 1 })}</legend>
      <div className={styles.row}>
        <Field
          label={t('price.value', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={price.price}
          error={errorOf('price')}
          onChange={(event) => onPut({ price: event.target.value })}
        />
        <Field
          label={t('price.from')}
          type="time"
          step={300}
          value={price.from}
          error={errorOf('clock')}
          onChange={(event) => onPut({ from: event.target.value })}
        />
        <Field
          label={t('price.to')}
          type="time"
          step={300}
          value={price.to}
          onChange={(event) => onPut({ to: event.target.value })}
        />
        {onRemove ? (
          <Button kind="quiet" aria-label={t('price.remove', { n: at + 1 })} onClick={onRemove}>
            ✕
          </Button>
        ) : null}
      </div>
      <div className={styles.checks} role="group" aria-label={t('price.days')}>
        {DAY_TYPES.map((day) => (
          <Check
            key={day}
            label={t(`tariffDay.${day}`, { ns: 'common' })}
            checked={price.days.includes(day)}
            onChange={(on) => onPut({ days: toggled(price.days, day, on) })}
          />
        ))}
      </div>
      {days ? <p role="alert">{days}</p> : null}
      {version.seasons.length > 0 ? (
        <div className={styles.checks} role="group" aria-label={t('season.title')}>
          <Check
            label={t('season.whole')}
            checked={price.seasons.length === 0}
            onChange={(on) => onPut({ seasons: on ? [] : version.seasons.map((_, place) => place) })}
          />
          {version.seasons.map(({ name }, place) => (
            <Check
              // oxlint-disable-next-line no-array-index-key
              key={place}
              label={name || `${place + 1}`}
              checked={price.seasons.includes(place)}
              onChange={(on) => onPut({ seasons: toggled(price.seasons, place, on) })}
            />
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
