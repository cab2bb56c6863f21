import { expect, test } from 'vitest';
import { loopMessages } from '../../../test/loop-messages.ts';
import { systemActor, type Actor } from '../actor.ts';
import type { DeviceLinks, RequestReply } from './device-links.ts';
import { shareLinks } from './share-links.ts';

/** Two servers of which the second holds the connection; answers who asked there. */
function twoServers() {
  const answers = new Map<string, (question: unknown) => Promise<unknown>>();
  const wire = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const messages = {
    ...loopMessages(),
    ask: async <Answer>(subject: string, question: unknown) =>
      wire(await answers.get(subject)?.(wire(question))) as Answer,
    answer: (subject: string, work: (question: never) => Promise<unknown>) => {
      answers.set(subject, work as (question: unknown) => Promise<unknown>);
      return () => void answers.delete(subject);
    },
  };
  const asked: Actor[] = [];
  const own: DeviceLinks = {
    serve: () => () => undefined,
    stands: () => () => undefined,
    isHeldElsewhere: async () => false,
    request: async ({ actor }): Promise<RequestReply> => {
      asked.push(actor);
      return { ok: true, command: null };
    },
  };
  const book = { carrierOf: async () => 'SN1', giveUp: async (): Promise<RequestReply> => expect.fail() };
  const [here, there] = [shareLinks(own, { messages, book }), shareLinks(own, { messages, book })];
  const endStanding = there.stands({ sn: 'SN1' });
  return { here, asked, endStanding, cut: messages.cut };
}

test.each<[string, Partial<Actor>]>([
  ['a built-in role', {}],
  [
    'a custom role',
    { access: { scope: 'own', permissions: new Set(['parameters.read'] as const), views: ['stations'] } },
  ],
  ['an API key', { apiKeyId: 7, access: { scope: 'organisation', permissions: new Set() } }],
])('who asks by %s is the same at the server that holds the connection', async (_, by) => {
  const { here, asked } = twoServers();
  const actor: Actor = { ...systemActor, kind: 'user', userId: 5, sessionId: 6, ...by };
  const request = { type: 'modbusRead', slave: 1, fn: 3, addr: 0, count: 1 } as const;
  expect(await here.request({ actor, deviceId: 1 }, request, { timeoutMs: 100 })).toEqual({
    ok: true,
    command: null,
  });
  expect(asked).toEqual([actor]);
});

test('a server knows whether another one holds a connection, unless it can ask nobody', async () => {
  const { here, asked, endStanding, cut } = twoServers();
  expect(await here.isHeldElsewhere('SN1')).toBe(true);
  expect(await here.isHeldElsewhere('SN2')).toBe(false);
  cut(true);
  expect(await here.isHeldElsewhere('SN1')).toBeUndefined();
  cut(false);
  endStanding();
  expect(await here.isHeldElsewhere('SN1')).toBe(false);
  expect(asked).toEqual([]);
});

test('a server that does not answer is not asked for each connection that comes', async () => {
  let asked = 0;
  const messages = {
    ...loopMessages(),
    async ask(): Promise<never> {
      asked += 1;
      throw new Error('timeout');
    },
  };
  const book = { carrierOf: async () => 'SN1', giveUp: async (): Promise<RequestReply> => expect.fail() };
  const { isHeldElsewhere } = shareLinks({} as DeviceLinks, { messages, book });
  expect([await isHeldElsewhere('SN1'), await isHeldElsewhere('SN2')]).toEqual([undefined, undefined]);
  expect(asked).toBe(1);
});
