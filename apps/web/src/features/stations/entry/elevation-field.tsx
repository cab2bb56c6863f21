import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './entry.module.css';
import { FigureField } from './station-field.tsx';
import { placeOf } from './station-values.ts';
import type { StationForm } from './station-form.ts';

/** The elevation, which is typed. While it is empty, that of the towns around is offered as what it is: an estimate. */
export function ElevationField({ form }: { form: StationForm }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const place = placeOf(form.values);
  const [used, setUsed] = useState('');
  const { elevation } = form.values;
  // What was typed stays. An estimate that was taken is offered again where the place has changed since.
  const isOpen = elevation.trim() === '' || elevation === used;
  const { data } = useCall(
    'estimateElevation',
    { query: place ?? { latitude: 0, longitude: 0 } },
    { enabled: place !== undefined && isOpen },
  );
  const metres = place && isOpen ? (data?.elevation ?? null) : null;
  const isOffered = metres !== null && String(metres) !== elevation;
  return (
    <div>
      <FigureField form={form} name="elevation" label={`${t('about.elevation')} (m)`} />
      {isOffered ? (
        <p className={styles.estimate} role="status">
          <span>{t('entry.elevationEstimate', { value: format.value(metres, 'm') })}</span>
          <Button
            onClick={() => {
              setUsed(String(metres));
              form.change({ elevation: String(metres) });
            }}
          >
            {t('entry.elevationUse')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
