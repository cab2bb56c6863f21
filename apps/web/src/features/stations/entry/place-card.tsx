import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries } from '../../../lib/countries.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Choice } from '../../../ui/form/field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './entry.module.css';
import { ElevationField } from './elevation-field.tsx';
import { FoundNote } from './found-note.tsx';
import { PlaceMap } from './place-map.tsx';
import { FigureField, StationField } from './station-field.tsx';
import { placeOf } from './station-values.ts';
import { typedPlace } from './typed-place.ts';
import type { StationForm } from './station-form.ts';
import { useCountry } from './use-country.ts';
import { useFoundAddress } from './use-found-address.ts';
import { ZoneField } from './zone-field.tsx';

/** Where the station stands: by a click on the map, or typed. */
export function PlaceCard({ form, zoneHint }: { form: StationForm; zoneHint?: string | undefined }) {
  const { t } = useTranslation('stations');
  const language = useLanguage();
  const fillCountry = useCountry(form);
  const found = useFoundAddress(form);
  const lands = useMemo(() => countries(language), [language]);
  return (
    <Card title={t('about.place')}>
      <p className={styles.hint}>{t('entry.place')}</p>
      <div className={styles.place}>
        <PlaceMap
          place={placeOf(form.values)}
          onPlace={({ latitude, longitude }) => {
            form.change(typedPlace({ latitude, longitude }));
            void fillCountry({ latitude, longitude });
          }}
          onAddress={found.take}
        />
        <div className={styles.fields}>
          <FoundNote found={found} />
          <FigureField form={form} name="latitude" label={`${t('entry.latitude')} (°)`} required />
          <FigureField form={form} name="longitude" label={`${t('entry.longitude')} (°)`} required />
          <ZoneField form={form} hint={zoneHint} />
          <ElevationField form={form} />
        </div>
        <div className={styles.address}>
          <Choice
            label={t('about.country')}
            value={form.values.country}
            options={[
              { value: '', label: t('entry.none') },
              ...lands.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(country) => form.change({ country })}
          />
          {(['province', 'city', 'district'] as const).map((name) => (
            <StationField key={name} form={form} name={name} label={t(`about.${name}`)} maxLength={100} />
          ))}
          <StationField form={form} name="postCode" label={t('about.postCode')} maxLength={16} />
          <StationField form={form} name="address" label={t('column.address')} maxLength={255} />
        </div>
      </div>
    </Card>
  );
}
