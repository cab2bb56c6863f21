import { GRID_TYPES, NOTES_MAX_LENGTH } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { currencies } from '../../../lib/format/currencies.ts';
import styles from './entry.module.css';
import { FigureField, StationField } from './station-field.tsx';
import type { StationForm } from './station-form.ts';

/** How it is built and connected. */
export function ElectricalCard({ form }: { form: StationForm }) {
  const { t } = useTranslation('stations');
  return (
    <Card title={t('about.electrical')}>
      <div className={styles.fields}>
        <Choice
          label={t('about.gridType')}
          value={form.values.gridType}
          options={[
            { value: '', label: t('entry.none') },
            ...GRID_TYPES.map((value) => ({ value, label: t(`gridType.${value}`) })),
          ]}
          onChange={(gridType) => form.change({ gridType })}
        />
        <FigureField form={form} name="tilt" label={`${t('about.tilt')} (°)`} />
        <FigureField form={form} name="azimuth" label={`${t('about.azimuth')} (°)`} />
        <StationField form={form} name="installedOn" label={t('entry.installedOn')} type="date" />
        <StationField form={form} name="firstPowerOn" label={t('about.firstPowerOn')} type="date" />
        <StationField form={form} name="gridConnectedOn" label={t('entry.gridConnectedOn')} type="date" />
      </div>
    </Card>
  );
}

/** Whom to call there, and what to know before. */
export function ContactCard({ form }: { form: StationForm }) {
  const { t } = useTranslation('stations');
  return (
    <Card title={t('about.contact')}>
      <div className={styles.fields}>
        <StationField
          form={form}
          name="contactPhone"
          label={t('about.contactPhone')}
          hint={t('entry.contactHint')}
          type="tel"
          maxLength={32}
        />
        <StationField
          form={form}
          name="contactEmail"
          label={t('about.contactEmail')}
          type="email"
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles.whole}>
          <TextArea
            label={t('about.notes')}
            maxLength={NOTES_MAX_LENGTH}
            value={form.values.notes}
            error={form.errorOf('notes')}
            onChange={(event) => form.change({ notes: event.target.value })}
            onBlur={() => form.leave('notes')}
          />
        </div>
      </div>
    </Card>
  );
}

/** What a kWh costs and earns. */
export function TariffCard({ form }: { form: StationForm }) {
  const { t } = useTranslation('stations');
  const language = useLanguage();
  const known = useMemo(() => currencies(language), [language]);
  return (
    <Card title={t('about.tariff')}>
      <div className={styles.fields}>
        <FigureField form={form} name="priceBuy" label={t('about.priceBuy')} />
        <FigureField form={form} name="priceFeedIn" label={t('about.priceFeedIn')} />
        <Choice
          label={t('about.currency')}
          value={form.values.currency}
          error={form.errorOf('currency')}
          options={[
            { value: '', label: t('entry.none') },
            ...known.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
          ]}
          onChange={(currency) => form.change({ currency })}
        />
      </div>
    </Card>
  );
}
