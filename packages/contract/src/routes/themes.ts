import * as z from 'zod';
import { route } from '../route.ts';

export const theme = z.object({ url: z.string(), themeColor: z.string(), iconUrl: z.string().nullable() });
export type Theme = z.infer<typeof theme>;

export const listThemes = route({
  method: 'GET',
  path: '/ups/odm/all',
  summary: 'Theme configuration of every host name',
  tag: 'themes',
  auth: 'public',
  scope: 'none',
  output: z.array(theme),
});
