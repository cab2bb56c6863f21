const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface Named {
  type: (type: string) => Named;
  header: (name: string, value: string) => Named;
}

/** Says what a table that is sent as a file is and how it is called. */
export const nameFile = (reply: Named, file: string, format: keyof typeof TYPES) =>
  reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${file}.${format}"`)
    .header('cache-control', 'no-store');
