import type { Manifest } from './manifest.ts';

/** One line for people: what a backup holds. */
export function summaryOf({ rows, files, madeAt }: Manifest, folder: string): string {
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((all, one) => all + one, 0);
  const megabytes = Object.values(files).reduce((all, { bytes }) => all + bytes, 0) / 1e6;
  return `${folder}: ${sum(rows.postgres)} rows of PostgreSQL, ${sum(rows.clickhouse)} of ClickHouse, ${megabytes.toFixed(1)} MB, as of ${madeAt}`;
}
