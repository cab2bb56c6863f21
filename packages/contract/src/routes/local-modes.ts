import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { deviceKind, id, idParam, time } from '../vocabulary.ts';

const ofLibrary = { tag: 'products', auth: 'session', scope: 'organisation' } as const;

const standard = z.object({
  /** As `VDE-AR-N 4105`; no two of a product have the same. */
  code: ruled((text) => textRule(text, 'nameEmpty', 64)).transform((text) => text.trim()),
  name: z.string().trim().max(100).default(''),
  /** The number that stands for it in the inverter. */
  value: z.number().int().min(0).max(65_535),
});
export type SafetyStandard = z.infer<typeof standard>;

const fields = {
  /** Keys of parameters of the product's family. */
  parameters: z.array(z.string().max(100)).max(LIMITS.localParameters),
  standards: z
    .array(standard)
    .max(LIMITS.localStandards)
    .superRefine((standards, context) => {
      const seen = new Set<string>();
      for (const [at, { code }] of standards.entries()) {
        const key = code.toLowerCase();
        if (seen.has(key))
          context.addIssue({
            code: 'custom',
            message: 'standardTwice',
            path: [at, 'code'],
            params: { rule: 'standardTwice' },
          });
        seen.add(key);
      }
    }),
};

const localMode = z.object({
  product: z.object({
    id,
    manufacturer: z.string(),
    model: z.string(),
    kind: deviceKind,
    profileId: z.string().nullable(),
    everybody: z.boolean(),
  }),
  parameters: z.array(
    z.object({
      key: z.string(),
      form: z.enum(['choice', 'time', 'number']),
      unit: z.string(),
      min: z.number(),
      max: z.number(),
      step: z.number(),
      choices: z.array(z.object({ value: z.number(), word: z.string() })),
      risk: z.string(),
    }),
  ),
  standards: z.array(standard),
  revision: z.number().int(),
  changedAt: time,
});
export type LocalMode = z.infer<typeof localMode>;

export const listLocalModes = route({
  ...ofLibrary,
  method: 'GET',
  permission: 'devices.view',
  path: '/local-modes',
  summary:
    'Products whose devices the companion app may set up next to them, with the parameters and safety standards that it offers; a product that is missing has no local mode',
  output: z.array(localMode),
});

export const setLocalMode = route({
  ...ofLibrary,
  method: 'PUT',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id/local-mode',
  summary:
    'Let the companion app set up devices of a product, with these parameters of its family and these safety standards; over the revision that was read, 0 where there is none yet',
  params: idParam,
  body: z.object({ ...fields, revision: z.number().int().nonnegative() }),
  output: z.null(),
});

export const removeLocalMode = route({
  ...ofLibrary,
  method: 'DELETE',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id/local-mode',
  summary: 'No longer let the companion app set up devices of a product',
  params: idParam,
  output: z.null(),
});
