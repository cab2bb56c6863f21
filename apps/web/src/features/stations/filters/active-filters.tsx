import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { withoutFilter, type useListState } from '../list-state.ts';
import { useFilterWords } from './use-filter-words.ts';
import styles from './filters.module.css';

/** What the list is narrowed by: each filter by name and value with a way to take it off, and one for all of them. */
export function ActiveFilters({ list }: { list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation('stations');
  const words = useFilterWords(list.state);
  if (list.active.length === 0) return null;
  return (
    <ul className={styles.active} aria-label={t('filter.active')}>
      {list.active.map((key) => {
        const text = words.sentence(key);
        return (
          <li key={key}>
            <Button
              size="small"
              icon={<CloseOutlined aria-hidden />}
              iconPlacement="end"
              title={text}
              aria-label={t('filter.takeOff', { filter: text })}
              onClick={() => list.filter(withoutFilter(key))}
            >
              {text}
            </Button>
          </li>
        );
      })}
      <li>
        <Button type="link" size="small" onClick={list.clear}>
          {t('filter.clear')}
        </Button>
      </li>
    </ul>
  );
}
