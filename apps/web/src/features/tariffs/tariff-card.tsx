import { useTranslation } from 'react-i18next';
import { TariffActions, type TariffActionsProps } from './tariff-actions.tsx';
import { kindOf } from './tariff-kind.ts';
import styles from './tariffs.module.css';

/** A tariff on a phone. */
export function TariffCard(props: TariffActionsProps) {
  const { t } = useTranslation('tariffs');
  const { tariff } = props;
  return (
    <div className={styles.card}>
      <strong>{tariff.name}</strong>
      <p className={styles.muted}>
        {[tariff.currency, t(`kind.${kindOf(tariff)}`), `${t('column.stations')}: ${tariff.stations}`].join(
          ' · ',
        )}
      </p>
      <TariffActions {...props} />
    </div>
  );
}
