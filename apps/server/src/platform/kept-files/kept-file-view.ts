/** Columns of a row about a file that people see: all but where the content is. */
export const VIEWED = ['id', 'kind', 'name', 'type', 'bytes', 'width', 'height', 'createdAt'] as const;

export const toFile = <Row extends { createdAt: Date }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: number } => ({
  ...row,
  createdAt: row.createdAt.getTime(),
});
