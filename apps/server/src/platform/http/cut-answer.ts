import { routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';

/** A handler answered what the output schema of its route does not describe: a mistake of ours, which the caller cannot mend. */
export class AnswerMismatch extends Error {
  constructor(route: RouteName, problems: readonly string[]) {
    super(`The answer of ${route} does not fit its schema: ${problems.join('; ')}`);
    this.name = 'AnswerMismatch';
  }
}

/**
 * What of a handler's answer its route promises: fields that the output schema does not name are left out, at any depth. Throws
 * AnswerMismatch, which names where the answer does not fit but none of its values.
 */
export function cutAnswer(route: RouteName, data: unknown): unknown {
  const { output }: RouteDefinition = routes[route];
  const cut = output.safeParse(data);
  if (cut.success) return cut.data;
  throw new AnswerMismatch(
    route,
    cut.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || 'data'} (${code})`),
  );
}
