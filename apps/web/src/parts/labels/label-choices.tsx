import { ADDRESSES, type Label } from '@sunfleet/contract';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { Loaded } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { LabelChip } from './label-chips.tsx';
import styles from './label.module.css';

const MANAGEMENT = ADDRESSES.labels;

/** `some`: of several objects, not all carry it. */
export type Tick = 'all' | 'some' | 'none';

interface LabelChoicesProps {
  tickOf: (label: Label) => Tick;
  onToggle: (label: Label) => void;
  /** A note beside a label. */
  noteOf?: (label: Label) => ReactNode;
}

/** The organisation's labels, each with its box; says where labels are made while there are none. */
export function LabelChoices({ tickOf, onToggle, noteOf }: LabelChoicesProps) {
  const { t } = useTranslation('labels');
  const known = useCall('listLabels', {});
  return (
    <Loaded loading={known}>
      {known.data?.length === 0 ? (
        <EmptyState
          title={t('empty.title')}
          hint={t('empty.hint')}
          action={<Link to={MANAGEMENT}>{t('title')}</Link>}
        />
      ) : (
        <div className={styles.choices}>
          {known.data?.map((label) => (
            <Checkbox
              key={label.id}
              checked={tickOf(label) === 'all'}
              indeterminate={tickOf(label) === 'some'}
              onChange={() => onToggle(label)}
            >
              <LabelChip label={label} />
              {noteOf ? <span className={styles.note}>{noteOf(label)}</span> : null}
            </Checkbox>
          ))}
        </div>
      )}
    </Loaded>
  );
}
