import * as z from 'zod';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';

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

export const saveThemes = route({
  method: 'PUT',
  path: '/ups/odm/all',
  summary: 'Set the theme of every host name; those of the settings apply where none is set here',
  tag: 'themes',
  auth: 'session',
  stepUp: true,
  permission: 'platform.manage',
  scope: 'none',
  body: z.array(
    z.object({
      /** Host name, with port where it matters. */
      url: z.string().trim().min(1).max(255),
      themeColor: ruled((text) => (/^#[0-9A-Fa-f]{6}$/.test(text) ? undefined : 'colorInvalid')),
      /** Address of a picture, or the picture itself as `data:image/png;base64,...` (64 KB at most, checked by content). */
      iconUrl: z.string().max(100_000).nullable(),
    }),
  ),
  output: z.array(theme),
});
