import type * as z from 'zod';
import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';

/** A handler's answer does not fit the output schema of its route. That is a mistake of the server, which the caller cannot mend. */
export class AnswerMismatch extends Error {
  constructor(route: string, problems: readonly string[]) {
    super(`The answer of ${route} does not fit its schema: ${problems.join('; ')}`);
    this.name = 'AnswerMismatch';
  }
}

/**
 * Cuts a handler's answer to what its route promises: leaves out fields that the output schema does not name, at any depth. Throws
 * AnswerMismatch, which says where the answer does not fit but tells none of its values.
 */
export function cutAnswer(route: RouteName, data: unknown): unknown {
  const { output }: RouteDefinition = routes[route];
  return cutTo(output, route, data);
}

/** The same for a part of an answer that is sent piece by piece; `name` says in the error which one. */
export function cutTo(schema: z.ZodType, name: string, data: unknown): unknown {
  const cut = schema.safeParse(data);
  if (cut.success) return cut.data;
  throw new AnswerMismatch(
    name,
    cut.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || 'data'} (${code})`),
  );
}
