import { afterAll, expect, test, vi } from 'vitest';
import { hasNats, startNats } from '../../../test/nats-server.ts';
import { createHealthRegistry } from '../health.ts';
import { createLog } from '../log.ts';
import { openNatsMessages } from './nats-messages.ts';

const log = createLog('silent');
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function open(url: string) {
  const health = createHealthRegistry('test');
  const messages = await openNatsMessages(new URL(url), { log, health });
  ends.push(() => messages.stop());
  return { messages, health };
}

test('a NATS server that is not there is named', async () => {
  await expect(open('nats://127.0.0.1:1')).rejects.toThrow('NATS at 127.0.0.1:1 cannot be reached');
});

test.skipIf(!hasNats)(
  'servers hear each other and themselves, and again after the connection was cut',
  async () => {
    const nats = await startNats();
    const [one, two] = [await open(nats.url), await open(nats.url)];
    const heard: [string, number][] = [];
    one.messages.hear<number>('numbers', (number) => heard.push(['one', number]));
    two.messages.hear<number>('numbers', (number) => {
      if (number === 0) throw new Error('a listener that fails');
      heard.push(['two', number]);
    });
    // Until a subscription has reached the server, what is sent is for nobody.
    await vi.waitFor(() => {
      one.messages.send('numbers', 1);
      expect(heard).toContainEqual(['two', 1]);
    });
    one.messages.send('numbers', 0);
    one.messages.send('numbers', 2);
    await vi.waitFor(() => expect(heard).toContainEqual(['two', 2]));
    await vi.waitFor(() => expect(heard).toContainEqual(['one', 2]));

    expect(await one.messages.ask('nobody', 1, 5000)).toBeUndefined();
    two.messages.answer<number, number>('double', async (number) => {
      if (number < 0) throw new Error('not answered');
      return 2 * number;
    });
    await vi.waitFor(async () => expect(await one.messages.ask('double', 21, 5000)).toBe(42));
    await expect(one.messages.ask('double', -1, 100)).rejects.toThrow();

    let gaps = 0;
    one.messages.onGap(() => (gaps += 1));
    await nats.stop();
    const stateOf = async () => (await one.health.report()).parts[0]!.state;
    await vi.waitFor(async () => expect(await stateOf()).toBe('degraded'));
    one.messages.send('numbers', 3);
    expect(await one.messages.ask('double', 1, 5000)).toBeUndefined();
    const again = await startNats(nats.port);
    ends.push(() => again.stop());
    await vi.waitFor(async () => expect(await stateOf()).toBe('ok'));
    await vi.waitFor(
      () => {
        one.messages.send('numbers', 4);
        expect(heard).toContainEqual(['two', 4]);
      },
      { timeout: 10_000 },
    );
    expect(heard).not.toContainEqual(['two', 3]);
    expect(gaps).toBe(1);
  },
  30_000,
);
