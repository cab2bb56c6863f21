import { LIMITS } from '@sunfleet/contract';
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUPS, groupOf, type NamedPoint } from '../points/device-points.ts';
import { fits } from './chosen-points.ts';
import styles from './history.module.css';

interface PointChoiceProps {
  points: readonly NamedPoint[];
  chosen: readonly NamedPoint[];
  onChange: (keys: readonly string[]) => void;
}

/** Which points are drawn, found by name or key; those that would be one too many cannot be taken. */
export function PointChoice({ points, chosen, onChange }: PointChoiceProps) {
  const { t } = useTranslation(['devices', 'points']);
  const hint = useId();
  const option = (point: NamedPoint) => ({
    value: point.key,
    label: point.name,
    disabled: !chosen.some(({ key }) => key === point.key) && !fits(chosen, point),
  });
  const options = GROUPS.map((group) => ({
    label: t(`group.${group}`, { ns: 'points' }),
    title: group,
    options: points.filter(({ key }) => groupOf(key) === group).map(option),
  })).filter((group) => group.options.length > 0);
  return (
    <div className={styles.choice}>
      <Select
        className={styles.points}
        mode="multiple"
        showSearch={{ optionFilterProp: ['label', 'value'] }}
        value={chosen.map(({ key }) => key)}
        options={options}
        placeholder={t('history.choose')}
        aria-label={t('history.points')}
        aria-describedby={hint}
        onChange={(keys: string[]) => onChange(keys)}
      />
      <span id={hint} className={styles.hint}>
        {t('history.limit', { most: LIMITS.historyPoints })}
      </span>
    </div>
  );
}
