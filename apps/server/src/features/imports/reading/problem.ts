/** What is wrong with a row. The text is `import-problems.<key>` with the values filled in. */
export interface Problem {
  /** Number of the line in the file; 0 when it is not about one line. */
  line: number;
  column: string | null;
  key: ProblemKey;
  values: Readonly<Record<string, string | number>>;
}

export const PROBLEM_KEYS = [
  'cells',
  'time',
  'skippedTime',
  'timeRange',
  'number',
  'range',
  'serialNumber',
  'deviceElsewhere',
  'deviceMissing',
  'tooManyElsewhere',
  'tooManyDevices',
] as const;
export type ProblemKey = (typeof PROBLEM_KEYS)[number];

/** A cell as a message may show it, without what no store keeps: NUL characters and halves of characters. */
export function shown(cell: string): string {
  const text = cell.trim().replaceAll('\0', '');
  return (text.length > 40 ? `${text.slice(0, 40)}…` : text).toWellFormed();
}
