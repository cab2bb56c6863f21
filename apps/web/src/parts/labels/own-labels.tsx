import { TagsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, usePersonal } from '../../lib/session/session-context.tsx';
import { LabelChip, type LabelMark } from './label-chips.tsx';
import { LabelDialog } from './label-dialog.tsx';
import styles from './label.module.css';

interface OwnLabelsProps {
  of: 'station' | 'device';
  id: number;
  labels: readonly LabelMark[];
}

/** Labels of one station or device, with the way to change them for accounts that may do so. The personal edition has none. */
export function OwnLabels({ of, id, labels }: OwnLabelsProps) {
  const { t } = useTranslation('labels');
  const may = useMay('labels.create');
  const personal = usePersonal();
  const [open, setOpen] = useState(false);
  if (personal || (labels.length === 0 && !may)) return null;
  return (
    <div className={styles.own} role="group" aria-label={t('title')}>
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {may ? (
        <Button type="text" size="small" icon={<TagsOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
      ) : null}
      {open ? <LabelDialog of={of} id={id} labels={labels} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
