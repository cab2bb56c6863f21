import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { fakeLogger, testDirectory, testIngest } from '../../../test/v5-logger.ts';
import { createV5Gateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

/** A gateway and a stick that has said who it is; `again` is somebody else with its serial number. */
async function running() {
  const directory = testDirectory(platform);
  const gateway = createV5Gateway(platform, {
    directory,
    ingest: testIngest(platform),
    options: { pollMs: 3_600_000 },
  });
  const port = await gateway.start();
  onTestFinished(() => gateway.stop());
  const stick = await fakeLogger(port, { mode: 'silent' });
  stick.hello();
  await expect.poll(() => stick.answers.length).toBe(1);
  const { id } = directory.bySn(String(stick.serial))!;
  const link = () =>
    platform.db
      .selectFrom('loggerConnections')
      .selectAll()
      .where('deviceId', '=', id)
      .executeTakeFirstOrThrow();
  const set = (values: { allowedNetworks?: string[]; trustedNetwork?: string; doubt?: null }) =>
    platform.db.updateTable('loggerConnections').set(values).where('deviceId', '=', id).execute();
  const again = async (from?: string) => {
    const other = await fakeLogger(port, { mode: 'silent' }, stick.serial, from);
    other.hello();
    return other;
  };
  return { id, stick, link, set, again, gateway };
}

test('a stranger from an address that is not allowed is sent away and does not end the connection of the stick', async () => {
  const { stick, link, set, again } = await running();
  await set({ allowedNetworks: ['127.0.0.1/32'] });
  const { connection } = await link();
  const stranger = await again('127.0.0.2');
  await new Promise((resolve) => stranger.socket.once('close', resolve));
  expect(stranger.answers).toEqual([]);
  expect(await link()).toMatchObject({ connection, open: true });
  stick.hello();
  await expect.poll(() => stick.answers.length).toBe(2);
});

test('two sticks with one serial number that push each other aside are noticed', async () => {
  const { link, set, again } = await running();
  await set({ trustedNetwork: '127.0.0.0/24', doubt: null });
  const doubts: (string | null)[] = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const { connection } = await link();
    await again();
    await expect.poll(async () => (await link()).connection).not.toBe(connection);
    doubts.push((await link()).doubt);
  }
  expect(doubts).toEqual(['replaced', 'replaced', 'replaced', 'alternating']);
});

test('a stranger who reconnects again and again with the serial number of a stick is sent away, and the stick gets in a minute later', async () => {
  const { again, link, stick } = await running();
  const flood: Awaited<ReturnType<typeof again>>[] = [];
  for (let n = 0; n < 40; n += 1) flood.push(await again());
  const answered = () => flood.filter(({ answers }) => answers.length > 0).length;
  await expect.poll(() => flood.filter(({ socket }) => socket.closed).length).toBeGreaterThanOrEqual(39);
  expect(answered()).toBeLessThan(6);
  stick.socket.destroy();
  platform.clock.advance(60_000);
  // The last one may be let in before its answer arrives.
  await expect.poll(async () => (await link()).open === answered() > 0).toBe(true);
  const { connection } = await link();
  const back = await again();
  await expect.poll(() => back.answers.length).toBe(1);
  expect((await link()).connection).not.toBe(connection);
});

test('a gateway that stops leaves no connection open behind it', async () => {
  const { link, gateway } = await running();
  expect((await link()).open).toBe(true);
  await gateway.stop();
  expect((await link()).open).toBe(false);
});

test('a logger that is bound to other addresses loses the connection that stands; from an allowed one it stays', async () => {
  const { id, stick, link, set } = await running();
  const change = (allowedNetworks: string[]) =>
    set({ allowedNetworks }).then(() => platform.bus.publish('deviceChanged', { deviceId: id }));
  await change(['127.0.0.0/8']);
  stick.hello();
  await expect.poll(() => stick.answers.length).toBe(2);
  const ended = new Promise((resolve) => stick.socket.once('close', resolve));
  await change(['198.51.100.0/24']);
  await ended;
  await expect.poll(async () => (await link()).open).toBe(false);
});

test('who is there by the serial number of an inverter of nobody is sent away once its owner hangs it behind a stick', async () => {
  const { id, stick, link } = await running();
  const station = await makeStation(platform);
  const home = { stationId: station.id, organisationId: station.organisationId };
  const { id: parentId } = await makeDevice(platform, { kind: 'logger', ...home });
  const bind = { kind: 'inverter', parentId, ...home } as const;
  await platform.db.updateTable('devices').set(bind).where('id', '=', id).execute();
  const ended = new Promise((resolve) => stick.socket.once('close', resolve));
  platform.bus.publish('deviceChanged', { deviceId: id });
  await ended;
  await expect.poll(async () => (await link()).open).toBe(false);
});
