import * as z from 'zod';
import { id, time } from './vocabulary.ts';

/** A picture or document that is kept for something, without its content. */
export const keptFile = <Kind extends z.ZodType<string>>(kind: Kind) =>
  z.object({
    id,
    kind,
    name: z.string(),
    /** `image/webp` of every picture, `application/pdf` of a document. */
    type: z.string(),
    bytes: z.number().int(),
    /** Pixels of a picture. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    createdAt: time,
  });

export const keptFileParam = z.object({
  id: z.coerce.number().int().positive(),
  fileId: z.coerce.number().int().positive(),
});
