import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PointOptionGroup } from '../../../parts/points/use-point-options.ts';
import { type ColumnDraft, NO_COLUMN } from './import-draft.ts';
import { NewPointFields } from './new-point-fields.tsx';
import { customKey } from './point-options.ts';
import { unitChoices, unitOf } from './unit-choices.ts';
import { unitOfPoint, type ImportPoint } from './use-import-points.ts';
import styles from './wizard.module.css';

interface ColumnRowProps {
  name: string;
  /** Some values as they stand in the file. */
  sample: string;
  column: ColumnDraft;
  options: readonly PointOptionGroup[];
  /** Custom points of the organisation. */
  points: readonly ImportPoint[];
  /** Name and unit may be said of a custom point of which nothing is said. */
  mayDescribe: boolean;
  /** The column has a device of its own. */
  ownDevice: boolean;
  onChange: (column: ColumnDraft) => void;
}

/** One column of the file: its name, some values, the point it becomes and how its figures are converted. */
export function ColumnRow(props: ColumnRowProps) {
  const { name, sample, column } = props;
  return (
    <li className={styles.column}>
      <div className={styles.columnName}>
        <strong>{name}</strong>
        <span className={styles.note}>{sample}</span>
      </div>
      <PointField {...props} />
      {column.point ? <Conversion {...props} /> : null}
    </li>
  );
}

function PointField({ name, column, options, points, onChange }: ColumnRowProps) {
  const { t } = useTranslation('imports');
  const [typed, setTyped] = useState('');
  const key = customKey(typed) ?? customKey(column.point);
  const custom = points.some((point) => point.key === key) ? undefined : key;
  const all = custom
    ? [...options, { label: '', options: [{ value: custom, label: t('columns.custom', { key: custom }) }] }]
    : options;
  return (
    <Select
      className={styles.point}
      allowClear
      showSearch={{ optionFilterProp: ['label', 'value'], onSearch: setTyped }}
      aria-label={`${t('columns.point')}: ${name}`}
      placeholder={t('columns.skip')}
      value={column.point || null}
      options={all.map((group) => ({ label: group.label, title: group.label, options: [...group.options] }))}
      onChange={(point: string | null | undefined) =>
        onChange({ ...NO_COLUMN, sn: column.sn, point: point ?? '' })
      }
    />
  );
}

const OWN = 'own';

function Conversion(props: ColumnRowProps) {
  const { name, column, points, mayDescribe, onChange } = props;
  const isNew =
    customKey(column.point) !== undefined &&
    !points.some(({ key, described }) => described && key === column.point);
  const { t } = useTranslation('imports');
  const unit = column.unit || unitOfPoint(column.point, points);
  const choices = unitChoices(unit);
  const usual = unitOf(unit, column);
  const [own, setOwn] = useState(usual === undefined && choices.length > 0);
  const options = [
    ...choices.map((choice) => ({ value: choice.unit, label: choice.unit })),
    { value: OWN, label: t('columns.own') },
  ];
  const showsOwn = own || usual === undefined;
  return (
    <div className={styles.conversion}>
      {isNew && mayDescribe ? <NewPointFields name={name} column={column} onChange={onChange} /> : null}
      {choices.length > 0 ? (
        <Select
          className={styles.unit}
          aria-label={`${t('columns.unit')}: ${name}`}
          value={showsOwn ? OWN : usual}
          options={options}
          onChange={(value: string) => {
            const choice = choices.find((each) => each.unit === value);
            setOwn(!choice);
            if (choice) onChange({ ...column, scale: choice.scale, offset: choice.offset });
          }}
        />
      ) : null}
      {showsOwn ? <OwnFactor {...props} /> : null}
      {props.ownDevice ? <OwnDevice {...props} /> : null}
    </div>
  );
}

/** Two figures; an emptied one keeps its value until another is typed. */
function OwnFactor({ name, column, onChange }: ColumnRowProps) {
  const { t } = useTranslation('imports');
  return (
    <>
      <InputNumber
        className={styles.number}
        aria-label={`${t('columns.factor')}: ${name}`}
        prefix="×"
        value={column.scale}
        onChange={(scale) => scale !== null && onChange({ ...column, scale })}
      />
      <InputNumber
        className={styles.number}
        aria-label={`${t('columns.offset')}: ${name}`}
        prefix="+"
        value={column.offset}
        onChange={(offset) => offset !== null && onChange({ ...column, offset })}
      />
    </>
  );
}

function OwnDevice({ name, column, onChange }: ColumnRowProps) {
  const { t } = useTranslation('imports');
  return (
    <Input
      className={styles.columnSn}
      aria-label={`${t('columns.sn')}: ${name}`}
      placeholder={t('columns.sn')}
      value={column.sn}
      onChange={(event) => onChange({ ...column, sn: event.target.value })}
    />
  );
}
