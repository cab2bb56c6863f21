/** Name of the constraint or unique index that a write broke; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : undefined;
}
