import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';
import { cutAnswer } from './cut-answer.ts';

const pins = Array.from({ length: 5000 }, (_, n) => ({
  id: n + 1,
  name: `Plant "${n}"`,
  latitude: 40,
  longitude: -3.5,
  capacityKw: 10,
  status: 'normal',
  power: n % 2 === 0 ? null : n,
  secret: 'hidden',
}));

test('a long list is written in parts, and others have their turn between them', async () => {
  let turns = 0;
  let others = 0;
  const breathe = async () => {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  };
  let busy = true;
  const other = async () => {
    while (busy) {
      others += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const beside = other();
  const text = await answerText('mapStations', pins, breathe);
  busy = false;
  await beside;
  expect(text).toBe(JSON.stringify(cutAnswer('mapStations', pins)));
  expect(text).not.toContain('hidden');
  expect(turns).toBeGreaterThan(200);
  expect(others).toBeGreaterThan(200);
});

test('rows of a page likewise, with what stands around them', async () => {
  const entry = { id: 1, at: 1, ownOnly: 'hidden' };
  const rows = Array.from({ length: 50 }, (_, n) => ({
    ...entry,
    id: n + 1,
    method: 'password',
    outcome: 'success',
    address: '203.0.113.7',
    browser: null,
    system: null,
  }));
  const page = { total: 50, page: 1, pageSize: 50, rows, secret: 'hidden' };
  const text = await answerText('listLogins', page, () => undefined);
  expect(JSON.parse(text)).toEqual(cutAnswer('listLogins', page));
  expect(text).not.toContain('hidden');
});

test('any long list of an answer likewise, whatever it is called', async () => {
  const point = {
    key: 'ac.power',
    value: 1,
    time: 1,
    name: null,
    unit: 'W',
    kind: 'gauge',
    decimals: 0,
    custom: false,
  };
  const devices = Array.from({ length: 100 }, (_, n) => ({
    deviceId: n + 1,
    points: [point],
    secret: 'hidden',
  }));
  let turns = 0;
  const text = await answerText(
    'stationLatest',
    { devices, secret: 'hidden' },
    async () => void (turns += 1),
  );
  expect(JSON.parse(text)).toEqual(cutAnswer('stationLatest', { devices }));
  expect([text.includes('hidden'), turns]).toEqual([false, 4]);
});

test('values of long lines likewise, and points of a device that has hundreds', async () => {
  const line = (length: number) => Array.from({ length }, (_, n) => (n % 7 === 0 ? null : n / 3));
  const series = [1, 2].map((n) => ({
    key: `point.${n}`,
    name: null,
    unit: 'W',
    kind: 'gauge',
    decimals: 0,
    custom: false,
    times: line(30_000).map((_, time) => time),
    values: line(30_000),
    min: line(30_000),
    secret: 'hidden',
  }));
  const answer = { resolution: 'raw', series };
  let turns = 0;
  const text = await answerText('deviceHistory', answer, async () => void (turns += 1));
  expect(JSON.parse(text)).toEqual(cutAnswer('deviceHistory', answer));
  expect(text).not.toContain('hidden');
  expect(turns).toBeGreaterThan(60);

  const [{ key, name, unit, kind, decimals, custom }] = series as [(typeof series)[0]];
  const points = Array.from({ length: 700 }, () => ({
    key,
    name,
    unit,
    kind,
    decimals,
    custom,
    value: 1,
    time: 1,
  }));
  const devices = [{ deviceId: 1, points }];
  turns = 0;
  const latest = await answerText('stationLatest', { devices }, async () => void (turns += 1));
  expect(JSON.parse(latest)).toEqual(cutAnswer('stationLatest', { devices }));
  expect(turns).toBeGreaterThan(20);
});

test('an entry that does not fit is refused without its values, and nothing else is as well', async () => {
  const wrong = [...pins, { ...pins[0], status: 'secret' }];
  const refused = answerText('mapStations', wrong, () => undefined);
  await expect(refused).rejects.toThrow('The answer of mapStations does not fit its schema');
  await expect(answerText('mapStations', undefined, () => undefined)).rejects.toThrow('data');
  expect(await answerText('logout', null, () => undefined)).toBe('null');
});
