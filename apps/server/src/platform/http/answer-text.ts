import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import * as z from 'zod';
import { cutAnswer, cutTo } from './cut-answer.ts';

/** Entries of a list that are written in one go: an authorisation among them may name a thousand stations. */
const AT_ONCE = 20;

/**
 * The text of a handler's answer, cut to what its route promises. A list of fifty thousand is cut and written in parts, and before each further
 * one it waits for what `breathe` answers, where that answers anything. Throws AnswerMismatch.
 */
export async function answerText(
  route: RouteName,
  data: unknown,
  breathe: () => Promise<void> | undefined,
): Promise<string> {
  const { output }: RouteDefinition = routes[route];
  if (output instanceof z.ZodArray && isLong(data)) return listText({ route, output, list: data, breathe });
  const lists = output instanceof z.ZodObject ? longLists(output, data) : [];
  if (lists.length === 0) return JSON.stringify(cutAnswer(route, data));
  const none = Object.fromEntries(lists.map(({ name }) => [name, []]));
  const around = cutAnswer(route, { ...(data as object), ...none }) as Record<string, unknown>;
  const fields = Object.entries(around)
    .filter(([name, value]) => value !== undefined && !Object.hasOwn(none, name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (const { name, list, schema } of lists)
    fields.push(`${JSON.stringify(name)}:${await listText({ route, output: schema, list, breathe })}`);
  return `{${fields.join(',')}}`;
}

/** Lists of an answer that are long, as the rows of a page or the devices of a station. A curve of some hundred numbers is quickly written. */
function longLists(output: z.ZodObject, data: unknown) {
  const fields = (data ?? {}) as Record<string, unknown>;
  return Object.entries(output.shape).flatMap(([name, schema]) => {
    const list = fields[name];
    if (!(schema instanceof z.ZodArray) || !isLong(list)) return [];
    const isOfObjects = schema.element instanceof z.ZodObject && !schema.def.checks?.length;
    return name === 'rows' || isOfObjects ? [{ name, list, schema }] : [];
  });
}

function isLong(data: unknown): data is unknown[] {
  return Array.isArray(data) && data.length > AT_ONCE;
}

interface ListText {
  route: string;
  output: z.ZodArray;
  list: readonly unknown[];
  breathe: () => Promise<void> | undefined;
}

async function listText({ route, output, list, breathe }: ListText): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += AT_ONCE) {
    if (from > 0) await breathe();
    const cut = cutTo(output, route, list.slice(from, from + AT_ONCE));
    parts.push(JSON.stringify(cut).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}
