import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import * as z from 'zod';
import { cutTo } from './cut-answer.ts';

/** Entries of a list that are written in one go: an authorisation among them may name a thousand stations. */
const AT_ONCE = 20;
/** Numbers of a line that are written in one go: a history holds half a million. A curve of some hundred is quickly written. */
const NUMBERS_AT_ONCE = 2000;
/** Entries of an entry that are written in one go with those of others, as points of a device. */
const INNER_AT_ONCE = 100;

interface Writing {
  route: RouteName;
  breathe: () => Promise<void> | undefined;
}

/**
 * The text of a handler's answer, cut to what its route promises. A list of fifty thousand is cut and written in parts, and before each further
 * one it waits for what `breathe` answers, where that answers anything. Throws AnswerMismatch.
 */
export async function answerText(
  route: RouteName,
  data: unknown,
  breathe: Writing['breathe'],
): Promise<string> {
  const { output }: RouteDefinition = routes[route];
  return textOf({ route, breathe }, output, data);
}

async function textOf(writing: Writing, schema: z.ZodType, data: unknown): Promise<string> {
  if (schema instanceof z.ZodArray && isLong(schema, data)) return listText(writing, schema, data);
  const lists = schema instanceof z.ZodObject ? longLists(schema, data) : [];
  if (lists.length === 0) return JSON.stringify(cutTo(schema, writing.route, data));
  const none = Object.fromEntries(lists.map(({ name }) => [name, []]));
  const bare = { ...(data as object), ...none };
  const around = cutTo(schema, writing.route, bare) as Record<string, unknown>;
  const fields = Object.entries(around)
    .filter(([name, value]) => value !== undefined && !Object.hasOwn(none, name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (const { name, list, of } of lists)
    fields.push(`${JSON.stringify(name)}:${await listText(writing, of, list)}`);
  return `{${fields.join(',')}}`;
}

/** Lists of an answer that are long, as the rows of a page, the devices of a station or the values of a line. */
function longLists(schema: z.ZodObject, data: unknown) {
  const fields = (data ?? {}) as Record<string, unknown>;
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const of = listIn(field);
    const list = fields[name];
    if (!of || !isLong(of, list) || !mayBeEmpty(of)) return [];
    return name === 'rows' || isOfPlainObjects(of) || isOfNumbers(of) ? [{ name, list, of }] : [];
  });
}

function listIn(field: z.core.$ZodType): z.ZodArray | undefined {
  const of = field instanceof z.ZodOptional ? field.unwrap() : field;
  return of instanceof z.ZodArray ? of : undefined;
}

/** Whether entries are objects with lists of their own. Those of a map have none, and are not looked through for them. */
const isOfLists = (schema: z.ZodArray): boolean =>
  isOfPlainObjects(schema) && Object.values((schema.element as z.ZodObject).shape).some(listIn);

/** What is around a list is cut with none in its place, which one of at least some entries refuses. */
const mayBeEmpty = (schema: z.ZodArray): boolean => schema.safeParse([]).success;

const isOfPlainObjects = ({ element }: z.ZodArray): boolean =>
  element instanceof z.ZodObject && !element.def.checks?.length;

function isOfNumbers({ element }: z.ZodArray): boolean {
  const of = element instanceof z.ZodNullable ? element.unwrap() : element;
  return of instanceof z.ZodNumber;
}

function isLong(schema: z.ZodArray, data: unknown): data is unknown[] {
  if (!Array.isArray(data)) return false;
  return isOfNumbers(schema)
    ? data.length > NUMBERS_AT_ONCE
    : data.length > AT_ONCE || data.some(holdsLongList);
}

const holdsLongList = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  Object.values(entry).some((value) => Array.isArray(value) && value.length > mostOf(value));

const mostOf = ([first]: readonly unknown[]): number =>
  typeof first === 'object' && first !== null ? INNER_AT_ONCE : NUMBERS_AT_ONCE;

async function listText(writing: Writing, schema: z.ZodArray, list: readonly unknown[]): Promise<string> {
  const atOnce = isOfNumbers(schema) ? NUMBERS_AT_ONCE : AT_ONCE;
  const ofLists = isOfLists(schema);
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += atOnce) {
    if (from > 0) await writing.breathe();
    const part = list.slice(from, from + atOnce);
    parts.push(
      ofLists && part.some(holdsLongList)
        ? await eachText(writing, schema.element as z.ZodType, part)
        : JSON.stringify(cutTo(schema, writing.route, part)).slice(1, -1),
    );
  }
  return `[${parts.join(',')}]`;
}

/** Entries one after the other, each in parts of its own. */
async function eachText(writing: Writing, schema: z.ZodType, entries: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for (const entry of entries) texts.push(await textOf(writing, schema, entry));
  return texts.join(',');
}
