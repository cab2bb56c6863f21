import { UNIT_FAMILIES } from '@sunfleet/device-model';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ColumnDraft } from './import-draft.ts';
import styles from './wizard.module.css';

const UNITS = Object.values(UNIT_FAMILIES)
  .flat()
  .map((unit) => ({ value: unit, label: unit }));

interface NewPointProps {
  name: string;
  column: ColumnDraft;
  onChange: (column: ColumnDraft) => void;
}

/** What a custom point is called and in which unit it comes, while nothing is said of it yet. Both may stay empty. */
export function NewPointFields({ name, column, onChange }: NewPointProps) {
  const { t } = useTranslation('imports');
  return (
    <>
      <Input
        className={styles.pointName}
        aria-label={`${t('columns.newName')}: ${name}`}
        placeholder={t('columns.newName')}
        maxLength={100}
        value={column.name}
        onChange={(event) => onChange({ ...column, name: event.target.value })}
      />
      <Select
        className={styles.unit}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={`${t('columns.newUnit')}: ${name}`}
        placeholder={t('columns.newUnit')}
        value={column.unit || null}
        options={UNITS}
        onChange={(unit: string | null | undefined) => onChange({ ...column, unit: unit ?? '' })}
      />
    </>
  );
}
