import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';
import { Field } from '../../../ui/form/field.tsx';
import type { RuleDraft } from './rule-draft.ts';

/** What a rule is about: of each list that names something a device must be among these. */
export function TargetFields({
  draft,
  onChange,
}: {
  draft: RuleDraft;
  onChange: (change: Partial<RuleDraft>) => void;
}) {
  const { t } = useTranslation('alarm-rules');
  const [q, find] = useState('');
  const query = { page: 1, pageSize: 50, sort: 'name', order: 'asc', ...(q ? { q } : {}) } as const;
  const stations = useCall('listStations', { query }, { keepPrevious: true });
  const labels = useCall('listLabels', {}, { enabled: useMay('labels.view') });
  return (
    <>
      <ChooseMany
        label={t('field.stations')}
        chosen={draft.stationIds}
        options={stations.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={find}
        onChange={(stationIds) => onChange({ stationIds })}
      />
      {labels.data?.length ? (
        <ChooseMany
          label={t('field.labels')}
          chosen={draft.labelIds}
          options={labels.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(labelIds) => onChange({ labelIds })}
        />
      ) : null}
      <Field
        label={t('field.models')}
        value={draft.models}
        autoComplete="off"
        onChange={(event) => onChange({ models: event.target.value })}
      />
    </>
  );
}
