/** One number, or a series of them. */
export type Values = number | Float64Array;

/** The inputs of a model, each number of which may be a series. All series of a call have the same length. */
export type Columns<Input> = {
  [Name in keyof Input]: Input[Name] extends number | null | undefined
    ? Input[Name] | Float64Array
    : Input[Name];
};

/**
 * A model of one value. Numbers alone give a number; where an input is a series the answer is one of its length, and
 * the other inputs hold for all of it. What is left out has its default.
 */
export interface Model<Input extends object> {
  (input: Input): number;
  (input: Columns<Input>): Float64Array;
  /** What one row gives: no check, no default, nothing allocated. */
  kernel: (row: Required<Input>) => number;
}

/** A model of several values, each a number or a series of its own. */
export interface PartsModel<Input extends object, Parts extends object> {
  (input: Input): Parts;
  (input: Columns<Input>): { [Name in keyof Parts]: Float64Array };
  /** Writes what one row gives into `parts`. */
  kernel: (row: Required<Input>, parts: Parts) => void;
}

type Row = Record<string, unknown>;

/** A row of the inputs that are the same throughout, and the series that fill its other fields. */
interface Rows {
  row: Row;
  /** Null without a series. */
  length: number | null;
  names: string[];
  series: Float64Array[];
}

/** Whether `value` may stand where `blank` does: the same kind, and for a number also a series. */
function fits(value: unknown, blank: unknown): boolean {
  if (blank === null) return value === null || typeof value === 'number' || value instanceof Float64Array;
  return typeof value === typeof blank || (typeof blank === 'number' && value instanceof Float64Array);
}

const kindOf = (blank: unknown) =>
  blank === null || typeof blank === 'number' ? 'number or Float64Array' : typeof blank;

function readRows(blank: object, fields: readonly string[], input: object): Rows {
  // Always the fields of the blank in its order, so that a kernel meets one kind of object.
  const row: Row = { ...blank };
  const names: string[] = [];
  const series: Float64Array[] = [];
  for (const name of fields) {
    const value: unknown = (input as Row)[name];
    if (value === undefined) continue;
    if (!fits(value, row[name])) throw new TypeError(`${name}: ${kindOf(row[name])} expected`);
    if (value instanceof Float64Array) {
      names.push(name);
      series.push(value);
    }
    row[name] = value instanceof Float64Array ? NaN : value;
  }
  const length = series[0]?.length ?? null;
  const other = series.findIndex((values) => values.length !== length);
  if (length !== null && other > 0)
    throw new RangeError(`${names[other]} has ${series[other]!.length} values, ${names[0]} has ${length}`);
  return { row, length, names, series };
}

function fillRow({ row, names, series }: Rows, index: number): void {
  for (let column = 0; column < names.length; column += 1) row[names[column]!] = series[column]![index];
}

/**
 * A model from its kernel. `blank` holds every input: its default, NaN where it has none, null where it follows from others.
 * A number without default that is left out is unknown, and so is the answer.
 */
export function vectorised<Input extends object>(
  blank: Required<Input>,
  kernel: (row: Required<Input>) => number,
): Model<Input> {
  const fields = Object.keys(blank);
  function model(input: object) {
    const rows = readRows(blank, fields, input);
    const row = rows.row as Required<Input>;
    if (rows.length === null) return kernel(row);
    const values = new Float64Array(rows.length);
    for (let index = 0; index < values.length; index += 1) {
      fillRow(rows, index);
      values[index] = kernel(row);
    }
    return values;
  }
  return Object.assign(model, { kernel }) as Model<Input>;
}

/** The same for a kernel of several values; `blankParts` names them. */
export function vectorisedParts<Input extends object, Parts extends object>(
  blank: Required<Input>,
  blankParts: Parts,
  kernel: (row: Required<Input>, parts: Parts) => void,
): PartsModel<Input, Parts> {
  const fields = Object.keys(blank);
  const names = Object.keys(blankParts) as (keyof Parts & string)[];
  function model(input: object) {
    const rows = readRows(blank, fields, input);
    const row = rows.row as Required<Input>;
    const parts = { ...blankParts };
    if (rows.length === null) {
      kernel(row, parts);
      return parts;
    }
    const answers = names.map(() => new Float64Array(rows.length!));
    for (let index = 0; index < rows.length; index += 1) {
      fillRow(rows, index);
      kernel(row, parts);
      for (let part = 0; part < names.length; part += 1)
        answers[part]![index] = parts[names[part]!] as number;
    }
    return Object.fromEntries(names.map((name, part) => [name, answers[part]]));
  }
  return Object.assign(model, { kernel }) as PartsModel<Input, Parts>;
}
