import * as z from 'zod';
import { TEXT_FAULTS } from '../own-texts.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { LANGUAGES } from '../words.ts';

const ofPlatform = { tag: 'texts', auth: 'session', permission: 'platform.manage', scope: 'none' } as const;
const params = z.object({ language: z.enum(LANGUAGES) });
/** Domain and path of a text: `devices:column.sn`. */
const key = z.string().trim().max(300);

const rows = z.array(z.object({ key, text: z.string().max(20_000) })).max(LIMITS.textsAtOnce);
const BODY_BYTES = 8 * 1024 * 1024;

const textRow = z.object({
  key: z.string(),
  english: z.string(),
  /** As the product came with it. */
  original: z.string(),
  /** As it is shown. */
  text: z.string(),
});
export type TextRow = z.infer<typeof textRow>;

const checked = z.object({
  /** Texts that become others than they are shown now. */
  changes: z.number().int(),
  faults: z.array(z.object({ row: z.number().int(), fault: z.enum(TEXT_FAULTS) })),
});
export type CheckedTexts = z.infer<typeof checked>;

export const ownTexts = route({
  method: 'GET',
  path: '/own-texts/:language',
  summary:
    'Texts of a language that this installation has in place of those of the product, by domain and key',
  tag: 'texts',
  auth: 'public',
  scope: 'none',
  params,
  output: z.record(z.string(), z.record(z.string(), z.string())),
});

export const listTexts = route({
  ...ofPlatform,
  method: 'GET',
  path: '/texts/:language',
  summary: 'All texts of a language, beside the English ones and those that the product came with',
  params,
  output: z.array(textRow),
});

export const checkTexts = route({
  ...ofPlatform,
  method: 'POST',
  reads: true,
  path: '/texts/:language/check',
  summary: 'What texts of a table would change, and what is wrong in which row of it; nothing is kept',
  params,
  body: z.object({ rows }),
  bodyBytes: BODY_BYTES,
  bodyEntries: LIMITS.textsAtOnce,
  output: checked,
});

export const saveTexts = route({
  ...ofPlatform,
  method: 'PUT',
  path: '/texts/:language',
  summary:
    'Show these texts in place of those of the product; one that is as the product has it is no longer replaced. All of them, or none where one is wrong',
  stepUp: true,
  params,
  body: z.object({ rows }),
  bodyBytes: BODY_BYTES,
  bodyEntries: LIMITS.textsAtOnce,
  output: z.object({ changed: z.number().int() }),
});

export const restoreTexts = route({
  ...ofPlatform,
  method: 'DELETE',
  path: '/texts/:language',
  summary: 'Show all texts of a language as the product came with them',
  stepUp: true,
  params,
  output: z.object({ changed: z.number().int() }),
});
