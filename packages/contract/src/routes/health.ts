import * as z from 'zod';
import { route } from '../route.ts';

const part = z.object({
  name: z.string(),
  state: z.enum(['ok', 'degraded', 'down', 'starting']),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export const health = route({
  method: 'GET',
  path: '/health',
  summary: 'State of every part; 200 once ready, 503 while starting or when a part that matters is down',
  tag: 'platform',
  auth: 'public',
  scope: 'none',
  output: z.object({
    state: z.enum(['ok', 'degraded', 'down', 'starting']),
    version: z.string(),
    parts: z.array(part),
  }),
});
export type Health = z.infer<(typeof health)['output']>;
export type HealthPart = z.infer<typeof part>;
