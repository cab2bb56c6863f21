import { Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Labelled } from './labelled.tsx';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

/** The station that gets the history, and what happens to rows with errors. */
export function TargetFields({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  return (
    <Card title={t('section.target')}>
      <div className={styles.fields}>
        <StationField form={form} />
        <div className={styles.labelled}>
          <span className={styles.legend}>{t('field.onError')}</span>
          <Radio.Group
            vertical
            aria-label={t('field.onError')}
            value={draft.onError}
            options={(['refuse', 'skipRows'] as const).map((value) => ({
              value,
              label: t(`onError.${value}`),
            }))}
            onChange={(event) => change({ onError: event.target.value as 'refuse' | 'skipRows' })}
          />
        </div>
      </div>
    </Card>
  );
}

function StationField({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const stations = useCall('listStations', { query }, { keepPrevious: true });
  const found = stations.data?.rows ?? [];
  const options = found.map(({ id, name }) => ({ value: id, label: name }));
  const chosen = draft.station && { value: draft.station.id, label: draft.station.name };
  return (
    <Labelled form={form} label={t('field.station')} field="station">
      {(control) => (
        <Select
          {...control}
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={stations.isFetching}
          placeholder={t('field.stationPlaceholder')}
          value={chosen?.value ?? null}
          options={!chosen || found.some(({ id }) => id === chosen.value) ? options : [chosen, ...options]}
          onChange={(id) => {
            const station = found.find((each) => each.id === id);
            if (!station) return;
            const follows = draft.timeZone === '' || draft.timeZone === draft.station?.timeZone;
            const { name, timeZone } = station;
            change({ station: { id: station.id, name, timeZone }, ...(follows ? { timeZone } : {}) });
          }}
        />
      )}
    </Labelled>
  );
}
