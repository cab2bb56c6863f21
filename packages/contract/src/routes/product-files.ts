import * as z from 'zod';
import { PRODUCT_FILE_KINDS } from '../product-words.ts';
import { keptFile, keptFileParam } from '../kept-file.ts';
import { route } from '../route.ts';
import { idParam } from '../vocabulary.ts';

const ofProduct = { tag: 'products', auth: 'session', scope: 'organisation' } as const;
const kind = z.enum(PRODUCT_FILE_KINDS);
const productFile = keptFile(kind);
export type ProductFile = z.infer<typeof productFile>;

export const listProductFiles = route({
  ...ofProduct,
  method: 'GET',
  permission: 'operations.view',
  path: '/products/:id/files',
  summary: 'Pictures and documents of a product, without their content',
  params: idParam,
  output: z.array(productFile),
});

export const addProductFile = route({
  ...ofProduct,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id/files/:kind',
  summary:
    'Add a picture (JPEG, PNG, WebP, 512 KB at most; it is drawn anew as WebP, without what the camera noted) or a document (PDF, 10 MB at most)',
  transport: 'multipart',
  params: z.object({ id: z.coerce.number().int().positive(), kind }),
  output: productFile,
  ratePerMinute: 60,
});

export const getProductFile = route({
  ...ofProduct,
  method: 'GET',
  permission: 'operations.view',
  path: '/products/:id/files/:fileId',
  summary: 'The content of one file of a product',
  transport: 'raw',
  params: keptFileParam,
  output: z.string(),
});

export const removeProductFile = route({
  ...ofProduct,
  method: 'DELETE',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id/files/:fileId',
  summary: 'Remove a file of a product for good',
  params: keptFileParam,
  output: z.null(),
});
