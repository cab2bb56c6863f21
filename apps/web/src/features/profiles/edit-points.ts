/** A point of a profile as it stands in its text, right or wrong. */
export type RawPoint = Readonly<Record<string, unknown>>;

/** Columns of the table in which points are edited. */
export const EDITED = ['key', 'fn', 'addr', 'type', 'wordOrder', 'scale', 'rawOffset', 'group'] as const;
export type EditedColumn = (typeof EDITED)[number];

const NUMBERS: ReadonlySet<EditedColumn> = new Set(['fn', 'addr', 'scale', 'rawOffset']);

/** The points of the text of a profile; undefined where it has none that can be edited. */
export function pointsIn(text: string): RawPoint[] | undefined {
  const points = profileIn(text)?.['points'];
  const isList =
    Array.isArray(points) && points.every((point) => typeof point === 'object' && point !== null);
  return isList ? (points as RawPoint[]) : undefined;
}

/** The text of the profile with other points; the same text where there is no profile in it. */
export function withPoints(text: string, points: readonly RawPoint[]): string {
  const profile = profileIn(text);
  return profile ? JSON.stringify({ ...profile, points }, null, 2) : text;
}

/** A point with one field as somebody typed it; an empty one goes, and what is no number yet stays as it is typed. */
export function withField(point: RawPoint, column: EditedColumn, typed: string): RawPoint {
  const { [column]: _, ...others } = point;
  if (typed === '') return others;
  const number = Number(typed);
  const value = NUMBERS.has(column) && String(number) === typed ? number : typed;
  return column in point
    ? Object.fromEntries(Object.entries(point).map(([name, old]) => [name, name === column ? value : old]))
    : { ...others, [column]: value };
}

export const fieldText = (point: RawPoint, column: EditedColumn): string => {
  const value = point[column];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function profileIn(text: string): Record<string, unknown> | undefined {
  try {
    const profile: unknown = JSON.parse(text);
    return typeof profile === 'object' && profile !== null && !Array.isArray(profile)
      ? (profile as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
