import type { QueryParams } from './samples-db.ts';
import { sqlText } from './sql-text.ts';

const PLACE = /\{(\w+):(\w+)(?:\((\w+)\))?\}/g;

/**
 * A statement with its values in the places of `{name:Type}`, each as a literal cast to its type, which is what the engine makes of a bound value. Its
 * binding binds for one statement of the process at a time. Throws where a value is missing or not of its type: nothing but a literal can come into a
 * statement.
 */
export function bindValues(sql: string, values: QueryParams): string {
  return sql.replaceAll(PLACE, (place, name: string, type: string, of: string | undefined) => {
    if (!Object.hasOwn(values, name)) throw new Error(`No value for ${place}.`);
    const value = values[name];
    if (of === undefined) return cast(literal(value, type, place), type);
    if (type !== 'Array' || !isList(value)) throw new Error(`${place} takes a list.`);
    return cast(`[${Array.from(value, (one) => literal(one, of, place)).join(',')}]`, `Array(${of})`);
  });
}

const cast = (text: string, type: string) => `_CAST(${text}, '${type}')`;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || ArrayBuffer.isView(value);

const WHOLE = /^U?Int(8|16|32|64)$/;
const DIGITS = /^-?\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function literal(value: unknown, type: string, place: string): string {
  const text = String(value);
  if (type === 'String' && typeof value === 'string') return sqlText(value);
  if (type === 'Date' && DAY.test(text)) return `'${text}'`;
  if (WHOLE.test(type) && DIGITS.test(text)) return text;
  if (type === 'Float64' && typeof value === 'number') return float(value);
  throw new Error(`${place} does not take ${text.slice(0, 100)}.`);
}

/** A number without a fraction is told as one with it: the engine finds no type for a list of large whole ones and others. */
function float(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = String(value);
  return DIGITS.test(text) ? `${text}.0` : text;
}
