import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerThemesRoutes } from './index.ts';

const SETTING = 'a.test=#111111|/a.svg,b.test=#222222';
const platform = await testPlatform({ SUNFLEET_THEMES: SETTING });
const { server, someone, nobody } = await openApi(platform, registerThemesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`;
const URL = '/ups/odm/all';

test('saved themes lie over those of the settings, and come back when they are taken away', async () => {
  const admin = await someone('platformAdmin');
  const fromSetting = [
    { url: 'a.test', themeColor: '#111111', iconUrl: '/a.svg' },
    { url: 'b.test', themeColor: '#222222', iconUrl: null },
  ];
  expect((await nobody.get(URL)).data).toEqual(fromSetting);
  const themes = [
    { url: 'B.test', themeColor: '#333333', iconUrl: PNG },
    { url: 'c.test:8080', themeColor: '#000000', iconUrl: null },
    { url: 'c.test:8080', themeColor: '#444444', iconUrl: 'https://cdn.test/c.ico' },
  ];
  const saved = await admin.put(URL, themes);
  expect(saved.data).toEqual([
    fromSetting[0],
    { url: 'b.test', themeColor: '#333333', iconUrl: PNG },
    { url: 'c.test:8080', themeColor: '#444444', iconUrl: 'https://cdn.test/c.ico' },
  ]);
  expect((await nobody.get(URL)).data).toEqual(saved.data);
  const audit = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'themes.save')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(audit.after)).toContain('#444444');
  expect(JSON.stringify(audit.after)).not.toContain(PNG);
  expect((await admin.put(URL, [])).data).toEqual(fromSetting);
});

test('browsers keep them for a minute', async () => {
  const { headers } = await server.app.inject({ url: `/api${URL}` });
  expect(headers['cache-control']).toBe('public, max-age=60');
});

test('a picture that is none, a wrong colour and who may not are refused, and nothing is changed', async () => {
  const admin = await someone('platformAdmin');
  const before = (await nobody.get(URL)).data;
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`;
  const theme = { url: 'd.test', themeColor: '#555555', iconUrl: null };
  const picture = await admin.put(URL, [theme, { ...theme, iconUrl: svg }]);
  expect(picture).toMatchObject({
    error: 'unsupportedFileType',
    fields: [{ path: 'body.1.iconUrl', message: 'This file type is not supported.' }],
  });
  const color = await admin.put(URL, [{ ...theme, themeColor: 'red' }]);
  expect(color.fields).toMatchObject([{ path: 'body.0.themeColor' }]);
  expect((await (await someone('organisationAdmin')).put(URL, [theme])).error).toBe('noDataPermission');
  expect((await nobody.put(URL, [theme])).error).toBe('unauthorised');
  expect((await nobody.get(URL)).data).toEqual(before);
});

test('of two who save at the same moment, one replaces what the other saved', async () => {
  const admin = await someone('platformAdmin');
  const theme = (themeColor: string) => [{ url: 'both.test', themeColor, iconUrl: null }];
  const colors = ['#111111', '#222222', '#333333', '#444444'];
  const answers = await Promise.all(colors.map((color) => admin.put(URL, theme(color))));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  await admin.put(URL, []);
});
