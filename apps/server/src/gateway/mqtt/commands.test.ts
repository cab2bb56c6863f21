import { expect, test, vi } from 'vitest';
import { createHandingOnRoom } from './handing-on-room.ts';
import { createCommands, type CommandAnswer } from './commands.ts';

const device = { sn: 'ONE-1', organisationCode: 'ORG' };
const request = { type: 'command', name: 'restart', params: {} } as const;
const options = { timeoutMs: 10_000, beforeSending: () => Promise.resolve() };

/** Asks the device; answers the id of the command, and what comes of it. */
async function ask(commands: ReturnType<typeof createCommands>) {
  const published = Promise.withResolvers<string>();
  const reply = commands.ask({ device, request, options }, (_topic, payload) => {
    published.resolve(payload);
    return true;
  });
  const { id } = JSON.parse(await published.promise) as { id: string };
  return { id, reply };
}

const payload = (answer: object) => Buffer.from(JSON.stringify(answer));

test('an answer that reaches another server is handed on to the one that asked', async () => {
  const handedOn: CommandAnswer[] = [];
  const asking = createCommands();
  const other = createCommands({ send: (answer) => void handedOn.push(answer), hasRoom: () => true });
  const [done, refused] = [await ask(asking), await ask(asking)];
  other.answer(device, payload({ id: done.id, result: { on: true } }));
  other.answer(device, payload({ id: refused.id, error: 'locked' }));
  for (const answer of handedOn) asking.take(JSON.parse(JSON.stringify(answer)) as CommandAnswer);
  expect(await done.reply).toEqual({ ok: true, result: { on: true } });
  expect(await refused.reply).toEqual({ ok: false, failure: 'refused', sent: true, detail: 'locked' });
});

test('an answer that is handed on counts for its own device alone, and what is answered is not handed on', async () => {
  const handedOn: CommandAnswer[] = [];
  const asking = createCommands({ send: (answer) => void handedOn.push(answer), hasRoom: () => true });
  const { id, reply } = await ask(asking);
  asking.take({ sn: 'OTHER-1', id, result: 'forged' });
  asking.answer(device, payload({ id, result: 'own' }));
  expect(await reply).toEqual({ ok: true, result: 'own' });
  expect(handedOn).toEqual([]);
});

test('a device that makes up answers without end has few of them handed on, one with large ones fewer, and an organisation so many in all', () => {
  let now = 0;
  const hasRoom = createHandingOnRoom({ now: () => now });
  const handedOn: string[] = [];
  const commands = createCommands({ send: ({ sn }) => void handedOn.push(sn), hasRoom });
  const flood = (sn: string, { times, letters = 1 }: { times: number; letters?: number }) => {
    const before = handedOn.length;
    for (let n = 0; n < times; n += 1)
      commands.answer({ ...device, sn }, payload({ id: `made up ${n}`, result: 'x'.repeat(letters) }));
    return handedOn.length - before;
  };
  expect(flood('SMALL', { times: 1000 })).toBe(240);
  expect(flood('LARGE', { times: 10, letters: 400_000 })).toBe(3);
  let ofAll = 0;
  for (let n = 0; n < 300; n += 1) ofAll += flood(`ONE-OF-${n}`, { times: 240 });
  expect(ofAll).toBeLessThan(60_000);
  expect(ofAll).toBeGreaterThan(50_000);
  commands.answer({ sn: 'ELSEWHERE', organisationCode: 'OTHER' }, payload({ id: 'one', result: 1 }));
  expect(handedOn.at(-1)).toBe('ELSEWHERE');
  now += 60_000;
  expect(flood('SMALL', { times: 10 })).toBe(10);
});

test('what was decided over too late leaves no more', async () => {
  const sent: string[] = [];
  const over = performance.now() + 20;
  const slow = {
    timeoutMs: 20,
    beforeSending: async () => void (await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(over))),
  };
  const publish = (topic: string) => sent.push(topic) > 0;
  const reply = createCommands().ask({ device, request, options: slow }, publish);
  expect(await reply).toEqual({ ok: false, failure: 'timeout', sent: false });
  expect(sent).toEqual([]);
});

test('of the words of a device what no database keeps is left out', async () => {
  const commands = createCommands();
  const { id, reply } = await ask(commands);
  commands.answer(device, payload({ id, error: `no\0way${'.'.repeat(493)}\u{1f600}` }));
  const told = await reply;
  expect(told).toMatchObject({ ok: false, detail: `noway${'.'.repeat(493)}\ufffd` });
});
