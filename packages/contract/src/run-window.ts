import * as z from 'zod';
import { ruledObject } from './ruled.ts';
import { windowRule } from './task-rules.ts';

/** Only then a device begins, by the clock of its station; null: at any time. */
export const runWindow = ruledObject(z.object({ from: z.string(), to: z.string() }), (window) => {
  const rule = windowRule(window);
  return rule && { rule, path: 'from' };
})
  .nullable()
  .default(null);
