import { expect, test, vi } from 'vitest';
import type { Messages } from '../messages/messages.ts';
import { createHeldLinks } from './held-links.ts';

type Heard = (message: never) => void;

/** Messages between servers of this process; a server that is cut off hears and says nothing. */
function exchange() {
  const servers = new Set<{
    hears: Map<string, Heard>;
    answers: Set<string>;
    isCut: boolean;
    gap: () => void;
  }>();
  const sent: unknown[] = [];
  return {
    /** What was told, whoever heard it. */
    sent: () => JSON.stringify(sent),
    join() {
      const own = {
        hears: new Map<string, Heard>(),
        answers: new Set<string>(),
        isCut: false,
        gap: () => {},
      };
      servers.add(own);
      const messages: Pick<Messages, 'answer' | 'send' | 'hear' | 'onGap'> = {
        send(subject, message) {
          if (own.isCut) return;
          sent.push(message);
          // To itself as well, as NATS does.
          for (const { hears, isCut } of servers) if (!isCut) hears.get(subject)?.(message as never);
        },
        hear(subject, heard) {
          own.hears.set(subject, heard as Heard);
          return () => own.hears.delete(subject);
        },
        answer(subject) {
          own.answers.add(subject);
          return () => own.answers.delete(subject);
        },
        onGap(heard) {
          own.gap = heard;
          return () => undefined;
        },
      };
      return {
        links: createHeldLinks(messages, () => Promise.resolve(null)),
        answers: own.answers,
        cut: () => void (own.isCut = true),
        mend() {
          own.isCut = false;
          own.gap();
        },
      };
    },
  };
}

/** A connection that ends when it is closed. */
function stand({ links }: ReturnType<ReturnType<typeof exchange>['join']>, sn: string, epoch: number) {
  const connection = { closed: false, end: () => {} };
  const close = () => {
    connection.closed = true;
    connection.end();
  };
  connection.end = links.add({ sn, session: { epoch, close } });
  return connection;
}

test('a newer connection at another server closes the older one, whoever tells first', async () => {
  const { join } = exchange();
  const [one, two] = [join(), join()];
  const old = stand(one, 'A', 1);
  const newer = stand(two, 'A', 2);
  await vi.waitFor(() => expect(old.closed).toBe(true));
  expect([newer.closed, one.links.has('A'), two.links.has('A')]).toEqual([false, false, true]);
  // Let in before the other one, and told after it.
  const late = stand(one, 'A', 1);
  await vi.waitFor(() => expect(late.closed).toBe(true));
  expect(newer.closed).toBe(false);
});

test('several connections at one server stand beside each other, and of others all stay', async () => {
  const { join } = exchange();
  const [one, two] = [join(), join()];
  const beside = [stand(one, 'A', 1), stand(one, 'A', 2)];
  const other = stand(one, 'B', 1);
  const told = stand(two, 'C', 9);
  stand(two, 'A', 3);
  await vi.waitFor(() => expect(beside.map(({ closed }) => closed)).toEqual([true, true]));
  expect([other.closed, told.closed]).toEqual([false, false]);
});

test('what was missed while the way between servers was cut is told after it', async () => {
  const { join, sent } = exchange();
  const [one, two] = [join(), join()];
  const old = stand(one, 'A', 1);
  one.cut();
  const newer = stand(two, 'A', 2);
  await vi.waitFor(() => expect(sent()).toContain('["A",2]'));
  expect(old.closed).toBe(false);
  one.mend();
  two.mend();
  await vi.waitFor(() => expect(old.closed).toBe(true));
  expect(newer.closed).toBe(false);
});

test('the subject of a serial number is heard from its first connection to the end of its last', () => {
  const server = exchange().join();
  const [first, second] = [stand(server, 'A', 1), stand(server, 'A', 2)];
  first.end();
  expect([...server.answers]).toEqual(['link.A']);
  second.end();
  second.end();
  expect([...server.answers]).toEqual([]);
});
