import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay, usePersonal } from '../../lib/session/session-context.tsx';
import panel from '../../ui/filter/filter-panel.module.css';
import { LabelChip } from './label-chips.tsx';
import styles from './label.module.css';

interface LabelFilterProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  /** Names itself above, as the other fields of a panel do. */
  inPanel?: boolean;
}

/** Shows only what carries one of the chosen labels. Draws nothing while there are no labels. */
export function LabelFilter({ chosen, onChange, inPanel = false }: LabelFilterProps) {
  const { t } = useTranslation('labels');
  const professional = !usePersonal();
  const may = useMay('labels.view') && professional;
  const { data: labels = [] } = useCall('listLabels', {}, { enabled: may });
  if (labels.length === 0 && chosen.length === 0) return null;
  const select = (
    <Select
      className={styles.filter}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('filter')}
      aria-label={t('filter')}
      value={[...chosen]}
      showSearch={{ optionFilterProp: 'title' }}
      options={labels.map((label) => ({
        value: label.id,
        title: label.name,
        label: <LabelChip label={label} />,
      }))}
      onChange={onChange}
    />
  );
  return inPanel ? (
    <div className={panel.field}>
      <span className={panel.label} aria-hidden>
        {t('filter')}
      </span>
      {select}
    </div>
  ) : (
    select
  );
}
