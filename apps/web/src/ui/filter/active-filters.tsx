import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './filter-panel.module.css';

interface ActiveFiltersProps<Key extends string> {
  active: readonly Key[];
  /** A filter by name and value. */
  sentence: (key: Key) => string;
  onTakeOff: (key: Key) => void;
  onClear: () => void;
}

/** What a list is narrowed by: each filter by name and value with a way to take it off, and one for all of them. */
export function ActiveFilters<Key extends string>(props: ActiveFiltersProps<Key>) {
  const { active, sentence, onTakeOff, onClear } = props;
  const { t } = useTranslation('lists');
  if (active.length === 0) return null;
  return (
    <ul className={styles.active} aria-label={t('filter.active')}>
      {active.map((key) => {
        const text = sentence(key);
        return (
          <li key={key}>
            <Button
              size="small"
              icon={<CloseOutlined aria-hidden />}
              iconPlacement="end"
              title={text}
              aria-label={t('filter.takeOff', { filter: text })}
              onClick={() => onTakeOff(key)}
            >
              {text}
            </Button>
          </li>
        );
      })}
      <li>
        <Button type="link" size="small" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </li>
    </ul>
  );
}
