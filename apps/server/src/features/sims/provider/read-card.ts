import { dataVolumeRule, dayRule, imeiRule, msisdnRule, SIM_STATUSES } from '@sunfleet/contract';
import * as z from 'zod';

const kept = (rule: (text: string) => string | undefined) =>
  z
    .string()
    .trim()
    .max(100)
    .refine((text) => rule(text) === undefined)
    .nullable()
    .optional();
const words = z.string().trim().max(100).nullable().optional();
const megabytes = z
  .number()
  .refine((figure) => dataVolumeRule(figure) === undefined)
  .nullable()
  .optional();

/** What a provider tells of a card; what it leaves out stays as it is kept. */
const card = z.object({
  msisdn: kept(msisdnRule),
  operator: words,
  plan: words,
  status: z.enum(SIM_STATUSES).optional(),
  usedMb: megabytes,
  volumeMb: megabytes,
  cycleEnd: kept(dayRule),
  expiresOn: kept(dayRule),
  autoRenew: z.boolean().optional(),
  imei: kept(imeiRule),
});
export type ToldCard = z.infer<typeof card>;

/** Reads the answer of a provider. Throws Error with the name of the field that is wrong. */
export function readCard(answer: unknown): ToldCard {
  const parsed = card.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new Error(`the answer cannot be read: ${parsed.error.issues[0]?.path.join('.') || 'no object'}`);
}
