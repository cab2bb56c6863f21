import { useFormat } from '../../lib/format/use-format.ts';
import type { ChartTable } from './csv.ts';
import styles from './chart.module.css';

/** A chart's numbers as a plain table. */
export function DataView({ table, height, label }: { table: ChartTable; height: number; label: string }) {
  const format = useFormat();
  return (
    <div className={styles.data} style={{ maxHeight: height }} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={`${row[0]} ${index}`}>
              {row.map((cell, column) => (
                <td key={table.columns[column]}>{typeof cell === 'string' ? cell : format.number(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
