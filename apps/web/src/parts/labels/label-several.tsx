import { TagsOutlined } from '@ant-design/icons';
import { LIMITS } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/load-chunk.ts';
import type { SeveralProps } from './label-several-dialog.tsx';
import styles from './label.module.css';

const LabelSeveralDialog = lazyPart(() =>
  import('./label-several-dialog.tsx').then((part) => part.LabelSeveralDialog),
);

/** Changes the labels of everything that is chosen in a list. */
export function LabelSeveral({ onDone, ...several }: Omit<SeveralProps, 'onClose'>) {
  const { t } = useTranslation('labels');
  const [open, setOpen] = useState(false);
  const tooMany = several.objects.length > LIMITS.labelledAtOnce;
  return (
    <>
      {tooMany ? (
        <span className={styles.note}>{t('several.atOnce', { most: LIMITS.labelledAtOnce })}</span>
      ) : null}
      <Button
        type="primary"
        icon={<TagsOutlined aria-hidden />}
        disabled={tooMany}
        onClick={() => setOpen(true)}
      >
        {t('edit')}
      </Button>
      <Suspense fallback={null}>
        {open ? <LabelSeveralDialog {...several} onDone={onDone} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
