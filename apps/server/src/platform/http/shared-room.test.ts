import { expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { createSharedRoom, type Sender } from './shared-room.ts';

/** Requests that end when the test says so. */
function open({
  cores = 100,
  dearAtOnce = 1,
  ...others
}: { cores?: number; dearAtOnce?: number; quickAtOnce?: number | undefined } = {}) {
  const clock = { now: 0 };
  const room = createSharedRoom({ now: () => clock.now, cores, dearAtOnce, quickAtOnce: 4, ...others });
  const running: { name: string; end: () => void }[] = [];
  const begun: string[] = [];
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    begun,
    clock,
    /** Lets time pass for whatever is in work. */
    pass(ms: number) {
      clock.now += ms;
      vi.advanceTimersByTime(ms);
    },
    async ask(
      person: string,
      {
        kind = 'list',
        site = `site of ${person}`,
        organisation = person,
        isNewcomer = false,
        isAtWork = (): boolean => false,
      } = {},
    ) {
      const sender: Sender = { person, site, organisation, isNewcomer };
      void room.take(
        sender,
        kind,
        async () => {
          begun.push(person);
          await new Promise<void>((end) => running.push({ name: person, end }));
        },
        isAtWork,
      );
      await settle();
    },
    /** Ends the first that runs of a person, so many milliseconds later. */
    async end(person: string, ms = 0) {
      clock.now += ms;
      const index = running.findIndex(({ name }) => name === person);
      const [one] = running.splice(index, 1);
      one!.end();
      await settle();
    },
  };
}

test('a few requests of all people are in work, and who waits is served in turns', async () => {
  const { ask, end, begun } = open();
  for (const person of ['a', 'a', 'a', 'a', 'a', 'a', 'b']) await ask(person);
  expect(begun).toEqual(['a', 'a', 'a', 'a']);
  await end('a');
  await end('a');
  expect(begun.slice(4).toSorted()).toEqual(['a', 'b']);
});

test('many accounts behind one site have half of the turns together, and the other half by themselves', async () => {
  const { ask, end, begun } = open();
  for (const person of ['a', 'b', 'c', 'd']) await ask(person);
  for (let n = 0; n < 20; n += 1) await ask(`many ${n}`, { site: 'one' });
  await ask('else');
  const free = ['a', 'b', 'c', 'd'];
  for (const person of free) await end(person);
  expect(begun).toContain('else');
});

test('who is no newcomer waits behind one of them at most, however many there are of whom nothing is known yet', async () => {
  const { ask, end, begun } = open();
  for (let n = 0; n < 4; n += 1) {
    await ask('known', { kind: 'search' });
    await end('known', 400);
  }
  begun.length = 0;
  for (let n = 0; n < 60; n += 1) await ask(`new ${n}`, { kind: 'search', isNewcomer: true });
  await ask('known', { kind: 'search' });
  expect(begun).toHaveLength(1);
  for (let n = 0; n < 2; n += 1) await end(begun.at(-1)!, 400);
  expect(begun).toContain('known');
  await ask('known', { kind: 'search' });
  for (let n = 0; n < 3; n += 1) await end(begun.at(-1)!, 400);
  // They have every other place.
  expect(begun.filter((person) => person !== 'known').length).toBeGreaterThan(2);
});

test('the people of one organisation do not keep somebody else out who was given more than each of them', async () => {
  const { ask, end, begun } = open();
  // Known as dear, for everybody.
  for (let n = 0; n < 8; n += 1) {
    await ask('else', { kind: 'map', site: 'one' });
    await end('else', 500);
  }
  await ask('first', { kind: 'map', site: 'one', organisation: 'large' });
  for (let n = 0; n < 20; n += 1) await ask(`many ${n}`, { kind: 'map', site: 'one', organisation: 'large' });
  await ask('else', { kind: 'map', site: 'one' });
  const before = begun.length;
  for (let turn = 0; turn < 5; turn += 1) await end(begun.at(-1)!, 100);
  expect(begun.slice(before)).toContain('else');
});

test('dear requests have places of their own, and quick ones do not wait for them', async () => {
  const { ask, end, begun } = open();
  await ask('a', { kind: 'map' });
  await end('a', 500);
  // What is dear for one is thought dear for those of whom nothing is known.
  for (const person of ['a', 'b', 'c', 'd', 'e', 'f']) await ask(person, { kind: 'map' });
  expect(begun).toEqual(['a', 'a']);
  await ask('other');
  expect(begun).toEqual(['a', 'a', 'other']);
  await end('a', 500);
  expect(begun.at(-1)).toBe('b');
  // It was quick for this one.
  await end('b', 5);
  await end('other');
  await ask('b', { kind: 'map' });
  expect(begun.filter((person) => person === 'b')).toHaveLength(2);
});

test('a dear one that hangs keeps others out for ten seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, begun, end } = open();
    await ask('a', { kind: 'map' });
    await end('a', 500);
    await ask('a', { kind: 'map' });
    await ask('b', { kind: 'map' });
    expect(begun).toEqual(['a', 'a']);
    vi.advanceTimersByTime(10_000);
    await ask('c');
    expect(begun).toEqual(['a', 'a', 'b', 'c']);
  } finally {
    vi.useRealTimers();
  }
});

test('a dear one for which a store is at work keeps its place, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, begun, end } = open();
    const kind = 'map';
    await ask('a', { kind });
    await end('a', 500);
    let isAtWork = true;
    await ask('a', { kind, isAtWork: () => isAtWork });
    await ask('b', { kind });
    vi.advanceTimersByTime(50_000);
    await ask('c');
    expect(begun).toEqual(['a', 'a', 'c']);
    isAtWork = false;
    vi.advanceTimersByTime(10_000);
    await ask('c');
    expect(begun).toEqual(['a', 'a', 'c', 'b', 'c']);
  } finally {
    vi.useRealTimers();
  }
});

test('where everything takes long, nothing is dear for that', async () => {
  const { ask, begun, end } = open();
  for (let n = 0; n < 200; n += 1) {
    await ask('a', { kind: `kind ${n % 7}` });
    await end('a', 200);
  }
  const before = begun.length;
  for (const person of ['a', 'b', 'c']) await ask(person, { kind: 'kind 1' });
  expect(begun.slice(before)).toEqual(['a', 'b', 'c']);
});

test('what takes less goes before many that take more, every other time', async () => {
  const { ask, begun, end } = open();
  for (const [person, ms] of [
    ['big', 3000],
    ['small', 300],
  ] as const) {
    await ask(person, { kind: 'sums' });
    await end(person, ms);
  }
  await ask('big', { kind: 'sums' });
  for (let n = 0; n < 9; n += 1) await ask('big', { kind: 'sums' });
  await ask('small', { kind: 'sums' });
  const before = begun.length;
  await end('big', 3000);
  await end(begun.at(-1)!, 3000);
  expect(begun.slice(before)).toContain('small');
});

test('whoever hangs up does not make dear requests look quick', async () => {
  const clock = { now: 0 };
  const room = createSharedRoom({ now: () => clock.now, quickAtOnce: 1, dearAtOnce: 1 });
  const sender = { person: 'a', site: 'a', organisation: 'a' };
  await room.take(sender, 'map', async () => void (clock.now += 500));
  for (let n = 0; n < 50; n += 1)
    await room
      .take(sender, 'map', () => Promise.reject(new AppError('tooManyRequests')))
      .catch(() => undefined);
  const end = Promise.withResolvers<void>();
  const dear = room.take(sender, 'map', () => end.promise);
  // The place of quick ones is free.
  await room.take({ person: 'b', site: 'b', organisation: 'b' }, 'list', async () => undefined);
  end.resolve();
  await dear;
});

test('a request that goes on for long makes its place free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, begun, end, pass } = open();
    for (const person of ['a', 'b', 'c', 'd', 'e']) await ask(person);
    expect(begun).not.toContain('e');
    pass(300);
    await ask('f', { kind: 'other' });
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'f']);
    // What outgrew its place is dear, and dear places are taken.
    for (const person of ['a', 'b', 'c']) await end(person, 300);
    expect(begun).not.toContain('e');
    await end('d', 300);
    expect(begun).toContain('e');
  } finally {
    vi.useRealTimers();
  }
});

test('who is no newcomer asks for something dear behind none of the newcomers whose requests of thirty kinds turned out to be slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, end, begun, pass } = open({ dearAtOnce: 2 });
    const kinds = ['search', ...Array.from({ length: 29 }, (_, n) => `kind ${n}`)];
    for (const [n, kind] of kinds.entries())
      await ask(`new ${n}`, { kind, isNewcomer: true }).then(() => pass(300));
    await ask('later', { kind: 'search', isNewcomer: true });
    for (const person of ['known', 'second', 'third']) await ask(person, { kind: 'search' });
    expect(begun.slice(30)).toEqual(['known', 'second']);
    await end('known');
    expect(begun.at(-1)).toBe('third');
    for (let n = 0; n < 30; n += 1) await end(`new ${n}`);
    expect(begun).not.toContain('later');
    await end('second');
    expect(begun.at(-1)).toBe('later');
  } finally {
    vi.useRealTimers();
  }
});

test('what is asked for beside dear requests is not thought as dear as they are', async () => {
  const { ask, begun, end } = open({ cores: 1 });
  await ask('a', { kind: 'map' });
  await end('a', 500);
  for (const person of ['a', 'b']) await ask(person, { kind: 'map' });
  // Each has half of the one core meanwhile.
  await ask('small', { kind: 'labels' });
  await end('small', 90);
  // A dear one would have to wait.
  await ask('small', { kind: 'labels' });
  expect(begun.filter((person) => person === 'small')).toHaveLength(2);
});

test('reads that turn out to be slow all at once leave connections to the database to others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, end, begun, pass } = open({ quickAtOnce: undefined });
    const isAtWork = () => true;
    const people = Array.from({ length: 40 }, (_, n) => `person ${n}`);
    // For each of them it was quick before.
    for (const person of people) {
      await ask(person, { kind: 'labels' });
      await end(person, 5);
    }
    begun.length = 0;
    for (const person of people) await ask(person, { kind: 'labels', isAtWork });
    pass(20_000);
    await ask('other', { kind: 'profile' });
    expect(begun.at(-1)).toBe('other');
    // Of ten connections.
    expect(begun.length).toBeLessThan(9);
  } finally {
    vi.useRealTimers();
  }
});

test('what became known as dear while it waited has its turn among the dear ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, begun, end, pass } = open();
    // All come together, and nobody knows yet what they take.
    for (let n = 0; n < 12; n += 1) await ask(`person ${n}`, { kind: 'map' });
    expect(begun).toHaveLength(4);
    pass(1000);
    await ask('small', { kind: 'labels' });
    expect(begun.slice(4)).toEqual(['small']);
    for (let n = 0; n < 4; n += 1) await end(`person ${n}`, 10);
    expect(begun).toHaveLength(6);
  } finally {
    vi.useRealTimers();
  }
});

test('who asked for many quick ones does not wait for that behind those who ask for dear ones only', async () => {
  const { ask, begun, end } = open();
  for (const person of ['busy', 'big']) {
    await ask(person, { kind: 'sums' });
    await end(person, person === 'big' ? 900 : 600);
  }
  for (let n = 0; n < 100; n += 1) {
    await ask('busy', { kind: 'labels' });
    await end('busy', 20);
  }
  await ask('big', { kind: 'sums' });
  for (let n = 0; n < 8; n += 1) await ask('big', { kind: 'sums' });
  await ask('busy', { kind: 'sums' });
  const before = begun.length;
  await end('big', 900);
  await end(begun.at(-1)!, 900);
  expect(begun.slice(before)).toContain('busy');
});

test('who waits is not overtaken by whom the time made poor', async () => {
  const { ask, begun, end, clock } = open();
  for (const person of ['first', 'later', 'else']) {
    await ask(person, { kind: 'sums' });
    await end(person, person === 'else' ? 5000 : 1000);
  }
  // The only place is taken.
  await ask('else', { kind: 'sums' });
  await ask('first', { kind: 'sums' });
  clock.now += 90_000;
  await ask('later', { kind: 'sums' });
  const before = begun.length;
  await end('else', 10);
  expect(begun.slice(before)).toEqual(['first']);
});

test('who was served soon for asking little does not wait longer later for that', async () => {
  const { ask, begun, end } = open();
  const all = ['else', ...Array.from({ length: 6 }, (_, n) => `crowd ${n}`)];
  for (const person of all) {
    await ask(person, { kind: 'sums' });
    await end(person, 1000);
  }
  for (const person of all) await ask(person, { kind: 'sums' });
  /** Whoever had the only place asks again, so that there is always somebody who waits. */
  const goOn = async () => {
    const person = begun.at(-1)!;
    await end(person, person === 'else' ? 60 : 1000);
    await ask(person, { kind: 'sums' });
  };
  for (let n = 0; n < 40; n += 1) await goOn();
  while (begun.at(-1) !== 'else') await goOn();
  // From now on it is the dearest of all.
  await end('else', 1_000_000_000);
  await ask('else', { kind: 'sums' });
  const before = begun.length;
  while (begun.at(-1) !== 'else' && begun.length < before + 200) await goOn();
  expect(begun.length - before).toBeLessThan(30);
});

test('long requests of one organisation leave a place to others, as long as others ask for something dear', async () => {
  const { ask, end, begun, clock } = open({ dearAtOnce: 2 });
  const years = { kind: 'years', organisation: 'large' };
  await ask('a', years);
  await end('a', 4000);
  await ask('other', { kind: 'day' });
  await end('other', 500);
  begun.length = 0;
  // Nobody else asks: both places are theirs.
  clock.now += 6 * 60_000;
  for (const person of ['a', 'b', 'c', 'd']) await ask(person, years);
  expect(begun).toEqual(['a', 'b']);
  await ask('other', { kind: 'day' });
  await end('a', 4000);
  expect(begun).toEqual(['a', 'b', 'other']);
  await end('other', 100);
  await ask('other', { kind: 'day' });
  expect(begun).toEqual(['a', 'b', 'other', 'other']);
  await end('b', 4000);
  expect(begun.at(-1)).toBe('c');
});

test('what became known as long while it waited leaves a place to others, too', async () => {
  const { ask, end, begun } = open({ dearAtOnce: 2 });
  await ask('other', { kind: 'years' });
  await end('other', 200);
  // As dear as it was for the other one, as far as anybody knows.
  for (const person of ['a', 'b', 'c', 'd', 'e']) await ask(person, { kind: 'years', organisation: 'large' });
  await ask('other', { kind: 'years' });
  expect(begun).toEqual(['other', 'a', 'b']);
  await end('a', 8000);
  expect(begun).toEqual(['other', 'a', 'b', 'other']);
});
