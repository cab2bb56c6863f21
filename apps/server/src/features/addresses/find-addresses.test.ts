import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerAddressesRoutes } from './index.ts';

const PLACE = {
  lat: '48.1',
  lon: '11.5',
  display_name: 'Marienplatz, München',
  address: { road: 'Marienplatz' },
};
const asked: { url: string; language: string | undefined; agent: string | undefined }[] = [];
const usual = (_: IncomingMessage, response: ServerResponse) => void response.end(JSON.stringify([PLACE]));
let answer = usual;

const service = createServer((request, response) => {
  const { url = '', headers } = request;
  asked.push({ url, language: headers['accept-language'], agent: headers['user-agent'] });
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const platform = await testPlatform({
  SUNFLEET_ADDRESS_URL: `${origin}/search?q={query}&lang={lang}&key=secret-of-the-test`,
  SUNFLEET_ADDRESS_SOURCE: 'Test maps',
  SUNFLEET_ADDRESS_CREDIT: '© Somebody',
  SUNFLEET_ADDRESS_PATIENCE_SECONDS: '0.5',
  SUNFLEET_ADDRESS_SEARCHES_PER_PERSON: '3',
  SUNFLEET_ADDRESS_SEARCHES_IN_ALL: '30',
  SUNFLEET_ADDRESS_DAYS: '2',
  SUNFLEET_PUBLIC_URL: 'https://sun.example.test',
});
const { server, someone, as, call } = await openApi(platform, registerAddressesRoutes);
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await server.app.close();
  await platform.stop();
});
beforeEach(async () => {
  asked.length = 0;
  answer = usual;
  await platform.db.deleteFrom('tries').execute();
  await platform.db.deleteFrom('addressAnswers').execute();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const find = (who: Pick<Someone, 'get'>, q: string) => who.get(`/addresses?q=${encodeURIComponent(q)}`);

test('what is typed stands in the query of the address of the settings, in the language of the reader', async () => {
  const owner = await someone('owner');
  expect((await owner.get('/addresses/source')).data).toEqual({ name: 'Test maps', credit: '© Somebody' });
  const { data } = await find(owner, ' Marienplatz  8&key=mine#{lang}@evil.test/ ');
  expect(data).toMatchObject({
    askedAt: platform.clock.now(),
    places: [{ label: PLACE.display_name, latitude: 48.1 }],
  });
  expect(asked).toHaveLength(1);
  const url = new URL(asked[0]!.url, origin);
  expect(url.pathname).toBe('/search');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    q: 'Marienplatz 8&key=mine#{lang}@evil.test/',
    lang: 'en',
    key: 'secret-of-the-test',
  });
  expect(asked[0]).toMatchObject({ language: 'en-US', agent: 'Sunfleet (https://sun.example.test)' });
});

test('an answer with signs that no database keeps is kept without them', async () => {
  const owner = await someone('owner');
  answer = (_, response) =>
    void response.end(JSON.stringify([{ ...PLACE, display_name: 'Marien\u0000platz \uD800' }]));
  const { data } = await find(owner, 'Marienplatz');
  expect(data.places).toMatchObject([{ label: 'Marienplatz \uFFFD' }]);
  expect((await find(owner, 'Marienplatz')).data).toEqual(data);
  expect(asked).toHaveLength(1);
});

test('who may not edit stations may not ask', async () => {
  const viewer = await someone('internalReadOnly');
  expect(await find(viewer, 'Marienplatz')).toMatchObject({ error: 'noDataPermission' });
  expect(await call('/addresses?q=Marienplatz')).toMatchObject({ code: 401 });
  expect(asked).toEqual([]);
});

test('an answer is kept for its days and counts once; what is too old is asked again and forgotten', async () => {
  const owner = await someone('owner');
  const { user } = await someone('owner');
  const at = platform.clock.now();
  await find(owner, 'Marienplatz');
  platform.clock.advance(86_400_000);
  expect((await find(await as(user), 'Marienplatz')).data).toMatchObject({ askedAt: at, places: [{}] });
  expect(asked).toHaveLength(1);
  platform.clock.advance(86_400_000);
  const other = await as(user);
  expect((await find(other, 'Marienplatz')).data).toMatchObject({ askedAt: platform.clock.now() });
  await find(other, 'Stachus');
  expect(asked).toHaveLength(3);
  expect(await platform.db.selectFrom('addressAnswers').select('askedAt').execute()).toHaveLength(2);
});

test('searches count by person and in all, those at one moment too', async () => {
  const owner = await someone('owner');
  const answers = await Promise.all(
    ['One', 'Two', 'Six', 'Ten', 'Elm'].map((q) => find(owner, `${q} street`)),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(answers.filter(({ error }) => error === 'tooManyAddressSearches')).toHaveLength(2);
  expect(asked).toHaveLength(3);
  const other = await someone('owner');
  expect(await find(other, 'Other street')).toMatchObject({ code: 200 });
  const many = Array.from({ length: 30 }, () => ({
    subject: 'address searches',
    at: new Date(platform.clock.now()),
  }));
  await platform.db.insertInto('tries').values(many).execute();
  expect(await find(other, 'New street')).toMatchObject({ error: 'tooManyAddressSearches' });
});

test.each<[string, typeof usual]>([
  ['an error', (_, response) => void response.writeHead(503).end('over')],
  ['no JSON', (_, response) => void response.end('<html>')],
  ['no list', (_, response) => void response.end('{"error":"over"}')],
  ['silence', () => {}],
  ['too much', (_, response) => void response.end(`["${'x'.repeat(600_000)}"]`)],
  ['another place', (_, response) => void response.writeHead(302, { location: `${origin}/elsewhere` }).end()],
])('%s of the service is told by its name, and nothing is kept', async (_, wrong) => {
  const owner = await someone('owner');
  answer = wrong;
  const refused = await find(owner, 'Marienplatz');
  expect(refused).toMatchObject({ error: 'addressSourceFailed', code: 50200 });
  expect(refused.msg).toContain('Test maps');
  expect(asked).toHaveLength(1);
  answer = usual;
  expect((await find(owner, 'Marienplatz')).data.places).toHaveLength(1);
});
