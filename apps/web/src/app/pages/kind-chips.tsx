import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from '../../parts/status/status-chips.module.css';
import type { Find } from '../finder/finds-of.ts';
import { useGroupName } from '../finder/use-group-name.ts';

interface KindChipsProps<K extends Find['group']> {
  kinds: readonly K[];
  /** Unknown while they are read. */
  counts: Readonly<Record<K, number>> | undefined;
  /** Undefined: every kind. */
  chosen: K | undefined;
  onChoose: (kind: K | undefined) => void;
}

/** How many results of each kind there are; a click shows only those, another click all. Kinds without any are left out. */
export function KindChips<K extends Find['group']>({ kinds, counts, chosen, onChoose }: KindChipsProps<K>) {
  const { t } = useTranslation('search');
  const nameOf = useGroupName();
  const format = useFormat();
  const all = counts && kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const chip = (kind: K | undefined, name: string, count: number | undefined) => (
    <button
      key={kind ?? 'all'}
      type="button"
      className={styles.chip}
      aria-pressed={chosen === kind}
      onClick={() => onChoose(chosen === kind ? undefined : kind)}
    >
      <span>{name}</span> <b>{format.number(count, 0)}</b>
    </button>
  );
  const shown = kinds.filter((kind) => kind === chosen || (counts?.[kind] ?? 0) > 0);
  return (
    <div className={styles.chips} role="group" aria-label={t('kind')}>
      {chip(undefined, t('all'), all)}
      {shown.map((kind) => chip(kind, nameOf(kind), counts?.[kind]))}
    </div>
  );
}
