import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { openTexts } from '../../platform/text.ts';
import { followOwnTexts, registerOwnTextsRoutes } from './index.ts';

const platform = await testPlatform();
const texts = await openTexts();
await followOwnTexts(platform, texts.use);
const { server, someone, nobody } = await openApi(platform, registerOwnTextsRoutes);
const admin = await someone('platformAdmin');
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const ROWS = [
  { key: 'errors:stationNotFound', text: 'Diese Anlage kennen wir nicht.' },
  { key: 'devices:title', text: 'Maschinen' },
];
const german = async () => (await nobody.get('/own-texts/de-DE')).data;

test('texts of an installation are checked row by row, kept as a whole, and said by every server at once', async () => {
  const wrong = [
    ...ROWS,
    { key: 'devices:nothing', text: 'x' },
    { key: 'devices:title', text: 'Twice' },
    { key: 'texts:own', text: 'Alle Texte' },
    { key: 'devices:column.sn', text: ' ' },
  ];
  const checked = await admin.post('/texts/de-DE/check', { rows: wrong });
  expect(checked.data).toEqual({
    changes: 2,
    faults: [
      { row: 2, fault: 'unknown' },
      { row: 3, fault: 'twice' },
      { row: 4, fault: 'placeholders' },
      { row: 5, fault: 'empty' },
    ],
  });
  const refused = await admin.put('/texts/de-DE', { rows: wrong });
  expect(refused.error).toBe('textsFaulty');
  expect(refused.fields!.map(({ path }: { path: string }) => path)).toEqual(
    [2, 3, 4, 5].map((row) => `body.rows.${row}.text`),
  );
  expect(await german()).toEqual({});

  expect((await admin.put('/texts/de-DE', { rows: ROWS })).data).toEqual({ changed: 2 });
  expect(await german()).toEqual({
    errors: { stationNotFound: ROWS[0]!.text },
    devices: { title: 'Maschinen' },
  });
  await vi.waitFor(() => expect(texts.text('de-DE', 'errors.stationNotFound')).toBe(ROWS[0]!.text));
  const listed = (await admin.get('/texts/de-DE')).data;
  expect(listed.find(({ key }: { key: string }) => key === 'devices:title')).toEqual({
    key: 'devices:title',
    english: 'Devices',
    original: 'Geräte',
    text: 'Maschinen',
  });
  expect(listed.some(({ key }: { key: string }) => key.startsWith('messages:'))).toBe(false);
  // What is as the product has it is no longer replaced.
  expect(
    (await admin.put('/texts/de-DE', { rows: [{ key: 'devices:title', text: 'Geräte' }] })).data,
  ).toEqual({
    changed: 1,
  });
  expect((await german()).devices).toBeUndefined();
  const entries = await platform.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'texts.save')
    .orderBy('id')
    .execute();
  expect(entries[1]).toMatchObject({
    before: { 'devices:title': 'Maschinen' },
    after: { 'devices:title': 'Geräte', texts: 1 },
  });
});

test('all texts of a language are those of the product again, and other languages keep theirs', async () => {
  await admin.put('/texts/zh-CN', { rows: [{ key: 'devices:title', text: '机器' }] });
  expect((await admin.del('/texts/de-DE')).data).toEqual({ changed: 1 });
  expect(await german()).toEqual({});
  await vi.waitFor(() => expect(texts.text('de-DE', 'errors.stationNotFound')).not.toBe(ROWS[0]!.text));
  expect((await nobody.get('/own-texts/zh-CN')).data).toEqual({ devices: { title: '机器' } });
  expect((await admin.del('/texts/de-DE')).data).toEqual({ changed: 0 });
  expect((await admin.get('/texts/xx-XX')).error).toBe('invalidInput');
});

test('nobody but who runs the platform sees or changes them', async () => {
  const other = await someone('organisationAdmin');
  expect((await other.get('/texts/de-DE')).error).toBe('noDataPermission');
  expect((await other.put('/texts/de-DE', { rows: ROWS })).error).toBe('noDataPermission');
  expect((await nobody.del('/texts/de-DE')).code).toBe(401);
});
