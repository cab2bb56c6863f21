import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterButtonProps {
  /** How many filters narrow the list. */
  active: number;
  panel: (close: () => void) => ReactNode;
}

/** Opens the filters of all columns and says how many are active. */
export function FilterButton({ active, panel }: FilterButtonProps) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {active > 0 ? t('filter.openActive', { n: active }) : t('filter.open')}
      </Button>
      <Suspense fallback={null}>{open ? panel(() => setOpen(false)) : null}</Suspense>
    </>
  );
}
