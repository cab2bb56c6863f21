import { CloseOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { RowSelection } from './data-table-props.ts';
import styles from './selection.module.css';

interface SelectionProps<Row> {
  selection: RowSelection<Row>;
}

/** How many rows are chosen and what can be done with them; stays in view while the list is scrolled. */
export function SelectionBar<Row>({ selection: { of, actions, all } }: SelectionProps<Row>) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const phone = usePhone();
  const chosen = of.rows.size;
  const clear = t('table.clearSelection');
  const text = t('table.selected', { n: format.number(all?.chosen ? all.total : chosen, 0) });
  return (
    <div ref={useKeptFocus(chosen)} className={styles.place}>
      <p className="visually-hidden" role="status">
        {chosen > 0 ? text : ''}
      </p>
      {chosen > 0 ? (
        <div className={styles.bar} role="region" aria-label={t('table.selection')}>
          <Button
            {...(phone ? { icon: <CloseOutlined aria-hidden />, 'aria-label': clear } : {})}
            onClick={of.clear}
          >
            {phone ? null : clear}
          </Button>
          <strong>{text}</strong>
          {all && !all.chosen && all.total > chosen ? (
            <Button type="link" onClick={all.choose}>
              {t('table.allMatching', { n: format.number(all.total, 0) })}
            </Button>
          ) : null}
          <div className={styles.actions}>{actions}</div>
        </div>
      ) : null}
    </div>
  );
}

/** Gives the focus back to the table when the bar disappears while the focus is in it, or in a dialog that it opened. */
function useKeptFocus(chosen: number) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const gone = before.current > 0 && chosen === 0;
    before.current = chosen;
    if (!gone || document.activeElement !== document.body) return;
    place.current?.closest<HTMLElement>('[data-table]')?.focus({ preventScroll: true });
  }, [chosen]);
  return place;
}

/** Over cards: begins and ends choosing; every card of the page at once. */
export function ChooseCards<Row>({
  selection: { of },
  rows,
}: SelectionProps<Row> & { rows: readonly Row[] }) {
  const { t } = useTranslation('common');
  if (!of.choosing) return <Button onClick={() => of.setChoosing(true)}>{t('table.choose')}</Button>;
  const here = rows.filter(of.has).length;
  const all = rows.length > 0 && here === rows.length;
  return (
    <div className={styles.cardTools}>
      <Checkbox
        checked={all}
        indeterminate={here > 0 && !all}
        onChange={(event) => of.set(rows, () => event.target.checked)}
      >
        {t('table.choosePage')}
      </Checkbox>
      <Button onClick={of.clear}>{t('table.stopChoosing')}</Button>
    </div>
  );
}

/** The checkbox of a card. */
export function ChooseCard<Row>({ selection: { of, nameOf }, row }: SelectionProps<Row> & { row: Row }) {
  const { t } = useTranslation('common');
  return (
    <Checkbox
      aria-label={t('table.chooseRow', { name: nameOf(row) })}
      checked={of.has(row)}
      onChange={(event) => of.set([row], () => event.target.checked)}
    />
  );
}
