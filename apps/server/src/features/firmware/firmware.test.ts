import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import { LIMITS, type Firmware, type FirmwareClaims } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi, type Answer } from '../../../test/api-kit.ts';
import { mintMaker } from '../../../test/firmware-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { forgetImages, registerFirmwareRoutes } from './index.ts';

const platform = await testPlatform();
const { db, files } = platform;
const { server, someone } = await openApi(platform, (http, parts) => {
  void http.app.register(multipart, { limits: { files: 1, fields: 0, fileSize: LIMITS.importBytes } });
  registerFirmwareRoutes(http, parts);
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const keeper = await someone('platformAdmin', { organisationId: null });
const bearer = await signIn(platform, keeper.user);
const maker = mintMaker();
const key = (await keeper.post('/firmware-keys', { name: 'Maker', publicKey: maker.publicKey })).data;

async function send(
  path: string,
  { method = 'GET', as = bearer, content, name = 'image.bin' }: Sending = {},
) {
  const form = new FormData();
  if (content) form.append('file', new Blob([new Uint8Array(content)]), name);
  const body = content ? new Response(form) : undefined;
  return server.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body && { 'content-type': body.headers.get('content-type')! }),
    },
    ...(body && { payload: Buffer.from(await body.arrayBuffer()) }),
  });
}
interface Sending {
  method?: 'GET' | 'POST';
  as?: string;
  content?: Buffer;
  name?: string;
}

const upload = async (content: Buffer, name?: string): Promise<Answer> =>
  (await send('/firmware/uploads', { method: 'POST', content, ...(name && { name }) })).json();

const imagesKept = () => Readable.from(files.list('firmware')).toArray();
const mintImage = () => randomBytes(3000);
const claimsOf = (image: Buffer, changes: Partial<FirmwareClaims> = {}): FirmwareClaims => ({
  name: `Logger ${randomBytes(4).toString('hex')}`,
  version: '1.4.2',
  component: 'logger',
  models: ['SF-L1', 'SF-L2'],
  hardware: [],
  fromVersion: '1.0',
  toVersion: null,
  bytes: image.length,
  sha256: createHash('sha256').update(image).digest('hex'),
  ...changes,
});

/** Uploads an image and makes a draft of it, signed as told. */
async function create(
  image: Buffer,
  { claims = claimsOf(image), signature = maker.sign(claims), keyId = key.id as number } = {},
): Promise<Answer<Firmware>> {
  const { uploadId } = (await upload(image)).data;
  const { bytes: _, sha256: __, ...body } = claims;
  return keeper.post('/firmware', { ...body, uploadId, keyId, signature });
}

const move = (id: number, state: string, revision: number, reason = '') =>
  keeper.post(`/firmware/${id}/state`, { state, revision, reason });

test('a signed image goes from draft to release, and only those find it for whom it is authorised', async () => {
  const image = mintImage();
  const { data: draft } = await create(image);
  expect(draft).toMatchObject({ state: 'draft', bytes: 3000, everybody: false, revision: 1 });
  const home = await makeOrganisation(platform);
  const below = await makeOrganisation(platform, home);
  const installer = await someone('installer', { organisationId: home.id });
  const colleague = await someone('installer', { organisationId: below.id });
  const stranger = await someone('installer');
  const path = `/firmware/${draft.id}`;
  const named = await keeper.put(path, {
    notes: { 'de-DE': 'Behebt Fehler' },
    everybody: false,
    organisationIds: [installer.organisationId],
    revision: 1,
  });
  expect(named.data).toMatchObject({ notes: { 'de-DE': 'Behebt Fehler' }, revision: 2 });
  expect((await installer.get(path)).error).toBe('firmwareNotFound');
  expect((await move(draft.id, 'released', 2)).error).toBe('firmwareStepWrong');
  expect((await move(draft.id, 'inTest', 1)).error).toBe('firmwareChanged');
  expect((await move(draft.id, 'inTest', 2)).data).toMatchObject({ state: 'inTest' });
  expect((await installer.get(path)).error).toBe('firmwareNotFound');
  expect((await keeper.del(path)).error).toBe('firmwareStepWrong');
  expect((await move(draft.id, 'released', 3)).data.releasedAt).toBeGreaterThan(0);
  for (const person of [installer, colleague]) {
    expect((await person.get(path)).data).toMatchObject({ state: 'released', organisations: [] });
    const { data } = await person.get(`/firmware?q=${draft.name.toUpperCase().replace(' ', '%20')}`);
    expect(data.total).toBe(1);
  }
  expect((await stranger.get(path)).error).toBe('firmwareNotFound');
  expect((await stranger.get('/firmware')).data.rows.map(({ id }: Firmware) => id)).not.toContain(draft.id);
  expect((await stranger.post('/firmware-keys', { name: 'x', publicKey: 'x' })).error).toBe(
    'noDataPermission',
  );

  const [model] = draft.models as string[];
  const old = await makeDevice(platform, { organisationId: home.id, model, firmware: '1.1' });
  const fresh = await makeDevice(platform, { organisationId: home.id, model, firmware: '99.0' });
  const silent = await makeDevice(platform, { organisationId: home.id, model });
  const chief = await someone('organisationAdmin', { organisationId: home.id });
  const ids = [old, fresh, silent].map(({ id }) => id).join(',');
  expect((await chief.get(`/newer-firmware?ids=${ids}`)).data).toEqual([
    { deviceId: old.id, firmwareId: draft.id, version: draft.version },
  ]);
  expect((await stranger.get(`/newer-firmware?ids=${ids}`)).data).toEqual([]);

  const asInstaller = await signIn(platform, installer.user);
  const fetched = await send(`${path}/file`, { as: asInstaller });
  expect(fetched.rawPayload.equals(image)).toBe(true);
  expect((await move(draft.id, 'withdrawn', 4)).error).toBe('invalidInput');
  expect((await move(draft.id, 'withdrawn', 4, 'It loses data')).data).toMatchObject({ state: 'withdrawn' });
  expect((await send(`${path}/file`, { as: asInstaller })).json().error).toBe('firmwareNotFound');
  expect((await send(`${path}/file`)).json().error).toBe('firmwareStepWrong');
  expect((await move(draft.id, 'released', 5)).error).toBe('firmwareStepWrong');
  const rows = await db
    .selectFrom('auditLog')
    .select('action')
    .where('objectType', '=', 'firmware')
    .where('objectId', '=', String(draft.id))
    .where('allowed', '=', true)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    'firmware.create',
    'firmware.authorise',
    'firmware.test',
    'firmware.release',
    'firmware.recall',
  ]);
});

test('no signature, one of somebody else, and one over something else make no firmware, and the image may be signed again', async () => {
  const image = mintImage();
  const { uploadId } = (await upload(image, '../x/my image.bin')).data;
  const claims = claimsOf(image);
  const { bytes: _, sha256: __, ...body } = claims;
  const wrong = [
    '',
    'not base64 at all',
    mintMaker().sign(claims),
    maker.sign({ ...claims, version: '9.0' }),
    maker.sign({ ...claims, models: ['SF-L1'] }),
    maker.sign(claimsOf(mintImage())),
  ];
  for (const signature of wrong)
    expect((await keeper.post('/firmware', { ...body, uploadId, keyId: key.id, signature })).error).toBe(
      'firmwareSignatureWrong',
    );
  const signed = { ...body, uploadId, keyId: key.id, signature: maker.sign(claims) };
  expect((await keeper.post('/firmware', { ...signed, toVersion: '0.5' })).fields).toMatchObject([
    { path: 'body.toVersion' },
  ]);
  expect((await keeper.post('/firmware', signed)).data).toMatchObject({ fileName: 'my image.bin' });
  expect((await keeper.post('/firmware', signed)).error).toBe('firmwareUploadNotFound');
  expect((await create(mintImage(), { claims: claimsOf(mintImage(), { name: claims.name }) })).error).toBe(
    'firmwareSignatureWrong',
  );
  const second = mintImage();
  expect((await create(second, { claims: claimsOf(second, { name: claims.name }) })).error).toBe(
    'firmwareVersionTaken',
  );
});

test('a row that was changed behind the server, and one whose key was revoked, go nowhere', async () => {
  const { data: changed } = await create(mintImage());
  const set = { sha256: createHash('sha256').update('another').digest('hex') };
  await db.updateTable('firmware').set(set).where('id', '=', changed.id).execute();
  expect((await move(changed.id, 'inTest', 1)).error).toBe('firmwareSignatureWrong');
  expect((await send(`/firmware/${changed.id}/file`)).json().error).toBe('firmwareSignatureWrong');

  const other = mintMaker();
  const { data: otherKey } = await keeper.post('/firmware-keys', {
    name: 'Gone',
    publicKey: other.publicKey,
  });
  const image = mintImage();
  const claims = claimsOf(image);
  const signing = { claims, signature: other.sign(claims), keyId: otherKey.id };
  const { data: draft } = await create(image, signing);
  await move(draft.id, 'inTest', 1);
  expect((await keeper.post(`/firmware-keys/${otherKey.id}/revoke`, { reason: 'Lost' })).code).toBe(200);
  expect((await keeper.post(`/firmware-keys/${otherKey.id}/revoke`, { reason: 'Lost' })).error).toBe(
    'firmwareKeyNotFound',
  );
  expect((await move(draft.id, 'released', 2)).error).toBe('firmwareKeyRevoked');
  expect((await send(`/firmware/${draft.id}/file`)).json().error).toBe('firmwareKeyRevoked');
  expect((await create(image, signing)).error).toBe('firmwareKeyRevoked');
  const keys = (await keeper.get('/firmware-keys')).data;
  expect(keys.find(({ id }: { id: number }) => id === otherKey.id)).toMatchObject({
    revokedReason: 'Lost',
    firmware: 1,
  });
});

test('a key is public, of the right kind, and registered once', async () => {
  const { privateKey, publicKey } = mintMaker();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const post = (typed: string) => keeper.post('/firmware-keys', { name: 'Key', publicKey: typed });
  expect((await post(pem)).error).toBe('firmwareKeyPrivate');
  expect((await post('nonsense')).error).toBe('firmwareKeyInvalid');
  expect((await post(publicKey)).data.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect((await post(publicKey)).error).toBe('firmwareKeyTaken');
  const admin = await someone('organisationAdmin');
  expect((await admin.post('/firmware-keys', { name: 'Key', publicKey })).error).toBe('noDataPermission');
});

test('what is no image is refused while it comes, and leaves no file', async () => {
  const before = await imagesKept();
  const refused: readonly (readonly [Buffer, string])[] = [
    [Buffer.from('<!DOCTYPE html><html>Sign in</html>'), 'HTML'],
    [Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(2000)]), 'PDF'],
    [Buffer.alloc(0), '0 B'],
  ];
  for (const [content, found] of refused) {
    const { error, msg } = await upload(content);
    expect([error, msg]).toEqual(['firmwareNoImage', expect.stringContaining(found)]);
  }
  expect(await imagesKept()).toHaveLength(before.length);
});

test('an image that is too large is refused while it comes', async () => {
  const before = (await imagesKept()).length;
  expect((await upload(Buffer.alloc(LIMITS.firmwareBytes + 1, 7))).error).toBe('payloadTooLarge');
  expect(await imagesKept()).toHaveLength(before);
});

test('images that nobody signs are few, and go after a day; those of the library stay', async () => {
  const image = mintImage();
  const { data: kept } = await create(image);
  const person = await someone('platformAdmin', { organisationId: null });
  const as = await signIn(platform, person.user);
  const one = () => send('/firmware/uploads', { method: 'POST', as, content: mintImage() });
  for (let n = 0; n < LIMITS.firmwareUploads; n += 1) expect((await one()).statusCode).toBe(200);
  expect((await one()).json().error).toBe('firmwareUploadsTooMany');
  const later = { now: () => platform.clock.now() + 25 * 3_600_000 };
  await forgetImages({ ...platform, clock: later });
  expect(await db.selectFrom('firmwareUploads').select('id').execute()).toEqual([]);
  const { file } = await db
    .selectFrom('firmware')
    .select('file')
    .where('id', '=', kept.id)
    .executeTakeFirstOrThrow();
  expect((await buffer(files.read(file))).equals(image)).toBe(true);
  expect((await one()).statusCode).toBe(200);
});

test('a draft is deleted with its image', async () => {
  const { data: draft } = await create(mintImage());
  expect((await keeper.del(`/firmware/${draft.id}`)).code).toBe(200);
  expect((await keeper.get(`/firmware/${draft.id}`)).error).toBe('firmwareNotFound');
});
