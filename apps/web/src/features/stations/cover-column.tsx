import type { StationRow } from '@sunfleet/contract';
import { CoverThumb } from '../../parts/stations/files/cover-thumb.tsx';
import { useCovers } from '../../parts/stations/files/use-covers.ts';
import type { Column } from '../../ui/table/column.ts';
import styles from './stations.module.css';

/** Small photos of the rows, which are asked for, all at once, where somebody has chosen the column. */
export const coverColumn = (title: string, ids: readonly number[]): Column<StationRow> => ({
  key: 'cover',
  title,
  width: 76,
  hidden: true,
  render: ({ id }) => <CoverCell id={id} ids={ids} />,
});

/** As large without a photo as with one, so that nothing moves when it comes. */
function CoverCell({ id, ids }: { id: number; ids: readonly number[] }) {
  const picture = useCovers(ids).get(id);
  return (
    <span className={styles.cover}>
      <CoverThumb picture={picture} />
    </span>
  );
}
