import { capacityRule, STATION_TYPES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { readNumber } from '../../../lib/form/read-number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { CoverField } from '../../../parts/stations/files/cover-field.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './entry.module.css';
import { OrganisationField } from './organisation-field.tsx';
import { FigureField, StationField } from './station-field.tsx';
import type { StationForm } from './station-form.ts';

/** What the station is, and whose. */
export function BasicsCard({ form }: { form: StationForm }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const capacity = readNumber(form.values.capacityKw);
  return (
    <Card title={t('about.basics')}>
      <div className={styles.fields}>
        <StationField form={form} name="name" label={t('column.name')} required maxLength={255} />
        <Choice
          label={t('column.type')}
          value={form.values.type}
          options={STATION_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => form.change({ type: STATION_TYPES.find((type) => type === value)! })}
        />
        <FigureField
          form={form}
          name="capacityKw"
          label={`${t('column.capacity')} (kWp)`}
          required
          hint={capacityRule(capacity) ? undefined : format.capacity(capacity)}
        />
        <FigureField form={form} name="batteryKwh" label={`${t('about.battery')} (kWh)`} />
        {form.mayChoose ? (
          <OrganisationField
            value={form.values.organisationId}
            error={form.errorOf('organisationId')}
            onChange={(organisationId) => form.change({ organisationId })}
            onBlur={() => form.leave('organisationId')}
          />
        ) : null}
        {form.mayOffer ? (
          <StationField
            form={form}
            name="ownerAccount"
            label={t('entry.ownerAccount')}
            hint={t('entry.ownerHint')}
            maxLength={254}
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : null}
        {form.cover ? (
          <div className={styles.whole}>
            <CoverField photo={form.cover.photo} alt={t('files.cover')} onPhoto={form.cover.set} />
          </div>
        ) : null}
      </div>
    </Card>
  );
}
