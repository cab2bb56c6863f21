import { meridian } from '@sunfleet/contract';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import tzLookup from '@photostructure/tz-lookup';
import { zoneOptions } from '../../../lib/time/zone-options.ts';
import { FormRow } from '../../../ui/form/form-row.tsx';
import styles from './entry.module.css';
import { placeOf } from './station-values.ts';
import type { StationForm } from './station-form.ts';

interface ZoneFieldProps {
  form: StationForm;
  /** What the choice brings; else, that it is not the zone of the place. */
  hint?: string | undefined;
}

/** The time zone in which the days of the station begin: that of the place, until another one is chosen. */
export function ZoneField({ form, hint }: ZoneFieldProps) {
  const { t } = useTranslation('stations');
  const { timeZone } = form.values;
  const place = placeOf(form.values);
  const ofPlace = place && tzLookup(place.latitude, meridian(place.longitude));
  const proposal = ofPlace
    ? t('entry.zoneOfPlace', { zone: spaced(ofPlace) })
    : t('entry.zoneOfBrowser', { zone: spaced(Intl.DateTimeFormat().resolvedOptions().timeZone) });
  const elsewhere = timeZone !== '' && ofPlace !== undefined && ofPlace !== timeZone;
  const zones = useMemo(() => zoneOptions(timeZone), [timeZone]);
  return (
    <FormRow
      label={t('about.timeZone')}
      error={form.errorOf('timeZone')}
      hint={hint ?? (elsewhere ? t('entry.zoneElsewhere', { zone: spaced(ofPlace) }) : undefined)}
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          className={styles.select}
          showSearch={{ optionFilterProp: ['label', 'value'] }}
          value={timeZone}
          options={[{ value: '', label: proposal }, ...zones]}
          onChange={(zone: string) => form.change({ timeZone: zone })}
        />
      )}
    </FormRow>
  );
}

const spaced = (zone: string): string => zone.replaceAll('_', ' ');
