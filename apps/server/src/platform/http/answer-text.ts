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
  const rows = output instanceof z.ZodObject ? output.shape['rows'] : undefined;
  const page = data as { rows?: unknown } | null;
  if (rows instanceof z.ZodArray && isLong(page?.rows)) {
    const { rows: _none, ...around } = cutAnswer(route, { ...page, rows: [] }) as Record<string, unknown>;
    const text = await listText({ route, output: rows, list: page.rows, breathe });
    const fields = Object.entries(around).map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
    );
    return `{${[...fields, `"rows":${text}`].join(',')}}`;
  }
  return JSON.stringify(cutAnswer(route, data));
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
