import multipart from '@fastify/multipart';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi, type Answer } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { mintPng } from '../../../../test/mint-png.ts';
import { withFreeBytes } from '../../../../test/with-free-bytes.ts';
import { mintProduct } from '../../../../test/route-matrix/mint-of-organisation.ts';
import { signIn } from '../../accounts/index.ts';
import { forgetProductFiles, registerProductsRoutes } from '../index.ts';

const platform = await testPlatform();
const { db, files } = platform;
const { server } = await openApi(platform, (http, parts) => {
  void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
  registerProductsRoutes(http, parts);
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n');

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const bearer = await signIn(platform, user);
  const productId = await mintProduct(db, organisationId, `Files ${organisationId}`);
  const call = (method: 'GET' | 'DELETE', url: string) =>
    server.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${bearer}` } });
  return {
    user,
    productId,
    call,
    get: async (url: string): Promise<Answer> => (await call('GET', url)).json(),
    async add(kind: string, content: Buffer, of = productId): Promise<Answer> {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), 'manual.pdf');
      const body = new Response(form);
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/products/${of}/files/${kind}`,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': body.headers.get('content-type')! },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return answer.json();
    },
  };
}

test('a document and a picture are judged by their bytes, kept, read and removed with their product', async () => {
  const one = await someone();
  const at = `/products/${one.productId}`;
  const document = await one.add('document', PDF);
  expect(document.data).toMatchObject({ kind: 'document', type: 'application/pdf', bytes: PDF.length });
  const picture = await one.add('picture', mintPng(40, 30));
  expect(picture.data).toMatchObject({ kind: 'picture', type: 'image/webp', width: 40, height: 30 });
  expect((await one.add('picture', PDF)).error).toBe('unsupportedFileType');
  expect((await one.add('document', Buffer.from('<svg onload="x()"/>'))).error).toBe('unsupportedFileType');
  expect((await one.add('document', PDF.subarray(0, 12))).error).toBe('documentUnreadable');
  expect((await withFreeBytes(files, 0, () => one.add('document', PDF))).error).toBe('newcomersFull');
  expect((await one.get(`${at}/files`)).data.map(({ kind }: { kind: string }) => kind)).toEqual([
    'picture',
    'document',
  ]);
  const read = await one.call('GET', `${at}/files/${document.data.id}`);
  expect(read.rawPayload).toEqual(PDF);
  expect(read.headers['content-security-policy']).toContain('sandbox');
  expect((await one.call('DELETE', `${at}/files/${picture.data.id}`)).json().error).toBeUndefined();
  await one.call('DELETE', at);
  const jobs = (await db
    .selectFrom('jobs.job' as never)
    .select(['data' as never])
    .where('name' as never, '=', 'files.remove' as never)
    .execute()) as { data: { names: string[] } }[];
  const gone = jobs.flatMap(({ data }) => data.names);
  expect(gone).toHaveLength(2);
  expect(gone.every((name) => name.startsWith('products/'))).toBe(true);
});

test('nobody reads or adds files of products of others, and what no row names goes after a day', async () => {
  const [one, stranger] = [await someone(), await someone()];
  const kept = (await one.add('document', PDF)).data;
  const at = `/products/${one.productId}/files`;
  expect((await stranger.get(at)).error).toBe('productNotFound');
  expect((await stranger.get(`${at}/${kept.id}`)).error).toBe('productNotFound');
  expect((await stranger.add('document', PDF, one.productId)).error).toBe('productNotFound');
  const own = await db.selectFrom('productFiles').select('file').where('id', '=', kept.id).executeTakeFirst();
  await db.deleteFrom('productFiles').where('id', '=', kept.id).execute();
  await forgetProductFiles(platform);
  expect(await files.exists(own!.file)).toBe(true);
  await forgetProductFiles({ ...platform, clock: { now: () => Date.now() + 2 * 86_400_000 } });
  expect(await files.exists(own!.file)).toBe(false);
});

test('a person adds to libraries of however many organisations within a month as much as to one', async () => {
  const [me, other] = [await someone(), await someone()];
  const keep = (file: string) =>
    db
      .insertInto('productFiles')
      .values({
        productId: other.productId,
        kind: 'document',
        name: 'x',
        type: 'application/pdf',
        bytes: LIMITS.productFilesOfLibrary / 2,
        file,
        createdBy: me.user.id,
        createdAt: new Date(platform.clock.now()),
      })
      .execute();
  await keep('products/one.pdf');
  expect((await me.add('document', PDF)).code).toBe(200);
  await keep('products/two.pdf');
  expect((await me.add('document', PDF)).error).toBe('productFilesFull');
  expect((await (await someone()).add('document', PDF)).code).toBe(200);
});
