import * as z from 'zod';
import type { Rule } from './rules.ts';

/** A text that keeps one of the product's rules; the issue carries the rule's key, which the server translates. */
export function ruled(rule: (text: string) => Rule | undefined) {
  return z.string().superRefine((text, context) => {
    const broken = rule(text);
    if (broken) context.addIssue({ code: 'custom', message: broken, params: { rule: broken } });
  });
}

/** A figure that keeps one of them. */
export function ruledNumber(rule: (figure: number) => Rule | undefined) {
  return z.number().superRefine((figure, context) => {
    const broken = rule(figure);
    if (broken) context.addIssue({ code: 'custom', message: broken, params: { rule: broken } });
  });
}

/** Adds a rule over several fields to an object; the issue stands at `path`. */
export function ruledObject<S extends z.ZodObject>(
  schema: S,
  rule: (value: z.infer<S>) => { rule: Rule; path: string } | undefined,
): S {
  return schema.superRefine((value, context) => {
    const broken = rule(value as z.infer<S>);
    if (!broken) return;
    context.addIssue({
      code: 'custom',
      message: broken.rule,
      path: [broken.path],
      params: { rule: broken.rule },
    });
  });
}
