import { keptName } from './kept-name.ts';

/** Columns of a row about a file that people see: all but where the content is. */
export const VIEWED = ['id', 'kind', 'name', 'type', 'bytes', 'width', 'height', 'createdAt'] as const;

export const toFile = <Row extends { name: string; type: string; createdAt: Date }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: number } => ({
  ...row,
  name: keptName(row.name, row.type),
  createdAt: row.createdAt.getTime(),
});
