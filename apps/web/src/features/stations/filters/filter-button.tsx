import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import type { useListState } from '../list-state.ts';

const FilterPanel = lazyPart(() => import('./filter-panel.tsx').then((part) => part.FilterPanel));

/** Opens the filters of all columns and says how many are active. */
export function FilterButton({ list }: { list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation('stations');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {list.filtered ? t('filter.openActive', { n: list.active.length }) : t('filter.open')}
      </Button>
      <Suspense fallback={null}>
        {open ? <FilterPanel list={list} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
