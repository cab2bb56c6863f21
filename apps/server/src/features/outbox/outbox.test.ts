import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { LIMITS } from '@sunfleet/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform, type TestPlatform } from '../../../test/harness.ts';
import { openJobs } from '../../../test/jobs-kit.ts';
import { makeUser } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { deliverDue, redactSecret, registerOutboxRoutes, sendMessage } from './index.ts';

interface Mail {
  from: string | undefined;
  to: string | undefined;
  source: string;
}
const mails: Mail[] = [];
/** Addresses whose mails the server refuses. */
const refused = new Set<string>();
/** What happens while a mail to an address is being taken. */
const holding = new Map<string, () => Promise<void>>();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    void Promise.resolve(holding.get(address)?.()).then(() =>
      done(refused.has(address) ? new Error('mailbox is full') : undefined),
    );
  },
  onData(stream, { envelope }, done) {
    const from = envelope.mailFrom ? envelope.mailFrom.address : undefined;
    void text(stream).then((source) => {
      mails.push({ from, to: envelope.rcptTo[0]?.address, source });
      done();
    });
  },
});
const smtpPort = await new Promise<number>((resolve) => {
  const listener = smtp.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
});

const smsCalls: { authorization: string | undefined; key: unknown; body: unknown }[] = [];
let smsStatus = 200;
const smsServer = createServer((request, response) => {
  void json(request).then((body) => {
    const { authorization, 'idempotency-key': key } = request.headers;
    smsCalls.push({ authorization, key, body });
    response.writeHead(smsStatus, smsStatus === 307 ? { location: '/elsewhere' } : {}).end('quota used up');
  });
}).listen(0, '127.0.0.1');
await once(smsServer, 'listening');

const platform = await testPlatform({
  SUNFLEET_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  SUNFLEET_MAIL_FROM: 'Sunfleet <no-reply@sunfleet.test>',
  SUNFLEET_SMS_URL: `http://127.0.0.1:${(smsServer.address() as AddressInfo).port}/send`,
  SUNFLEET_SMS_TOKEN: 'token-of-the-test',
  SUNFLEET_PUBLIC_URL: 'https://sun.example.test/',
});
const { server, call } = await openApi(platform, registerOutboxRoutes);
afterAll(async () => {
  await server.app.close();
  smsServer.close();
  await new Promise<void>((resolve) => void smtp.close(resolve));
  await platform.stop();
});

const MINUTE_MS = 60_000;
const newAddress = () => `${randomUUID()}@example.test`;
const rowOf = (to: string) =>
  platform.db.selectFrom('outbox').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow();

/** A code, which counts longer than any test waits where it is not said otherwise. */
async function write(channel: 'mail' | 'sms', to: string, secret: { of?: string; lastsMs?: number } = {}) {
  const { clock, db } = platform;
  const { of = `code to ${to}`, lastsMs = 365 * 86_400_000 } = secret;
  const message = { template: 'login', language: 'de-DE', values: { code: '482913', minutes: 10 } } as const;
  const now = clock.now();
  await sendMessage(db, { ...message, channel, to, now, secret: { of, until: now + lastsMs } });
}

const settle = () => deliverDue(platform);

describe('sending', () => {
  test('a mail arrives as it was written, and its text is erased', async () => {
    const to = newAddress();
    await write('mail', to);
    await settle();
    const mail = mails.find((each) => each.to === to)!;
    expect(mail.from).toBe('no-reply@sunfleet.test');
    expect(mail.source).toContain('From: Sunfleet <no-reply@sunfleet.test>');
    expect(mail.source).toContain('482913 ist Ihr Code');
    expect(await rowOf(to)).toMatchObject({ state: 'sent', tries: 1, body: '', nextTryAt: null });
    expect((await rowOf(to)).sentAt?.getTime()).toBe(platform.clock.now());
  });

  test('an SMS goes to the service with its token', async () => {
    await write('sms', '+4930111111');
    await settle();
    expect(smsCalls.at(-1)).toMatchObject({
      authorization: 'Bearer token-of-the-test',
      body: { to: '+4930111111', text: expect.stringContaining('482913') },
    });
    expect((await rowOf('+4930111111')).state).toBe('sent');
  });

  test('a written message goes out when its transaction is over, and a rolled back one is never sent', async () => {
    const jobs = await openJobs(platform, (all) => all.handle('outbox.deliver', settle));
    const [to, never] = [newAddress(), newAddress()];
    const now = platform.clock.now();
    const message = { channel: 'mail', language: 'en-US', now } as const;
    await platform.db.transaction().execute(async (trx) => {
      const content = { template: 'accountLocked', values: {} } as const;
      await sendMessage(trx, { ...message, ...content, to });
    });
    const undone = platform.db.transaction().execute(async (trx) => {
      await sendMessage(trx, { ...message, template: 'accountLocked', values: {}, to: never });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await vi.waitFor(async () => expect((await rowOf(to)).state).toBe('sent'), 5000);
    await jobs.stop();
    expect(mails.filter((mail) => mail.to === never)).toEqual([]);
  });

  test('whoever gets very many messages keeps nobody else waiting for one', async () => {
    const [many, few] = [newAddress(), newAddress()];
    for (let n = 0; n < 20; n += 1) await write('mail', many);
    await write('mail', few);
    await settle();
    const order = mails.map((mail) => mail.to).filter((to) => to === many || to === few);
    expect(order).toHaveLength(21);
    // Three are sent at a time.
    expect(order.indexOf(few)).toBeLessThan(4);
  });

  test('two servers send every message once', async () => {
    const addresses = Array.from({ length: 30 }, newAddress);
    await Promise.all(addresses.map((to) => write('mail', to)));
    await Promise.all([settle(), settle()]);
    const sent = mails.map((mail) => mail.to).filter((to) => addresses.includes(to!));
    expect(sent.toSorted()).toEqual(addresses.toSorted());
  });
});

describe('what goes wrong', () => {
  test('is tried again after one, five, fifteen and sixty minutes, eight times in all', async () => {
    const to = newAddress();
    refused.add(to);
    await write('mail', to);
    await settle();
    const waits: number[] = [];
    for (let tries = 1; tries < 8; tries += 1) {
      const row = await rowOf(to);
      expect(row).toMatchObject({
        state: 'waiting',
        tries,
        error: expect.stringContaining('mailbox is full'),
      });
      waits.push((row.nextTryAt!.getTime() - platform.clock.now()) / MINUTE_MS);
      platform.clock.set(row.nextTryAt!.getTime() - 1);
      await settle();
      expect((await rowOf(to)).tries).toBe(tries);
      platform.clock.advance(1);
      await settle();
    }
    expect(waits.slice(0, 4)).toEqual([1, 5, 15, 60]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const row = await rowOf(to);
    expect(row).toMatchObject({ state: 'failed', tries: 8, nextTryAt: null });
    expect(row.body).toContain('482913');
  });

  test('every try has the same id, so that one that goes twice can be known as the same', async () => {
    const [to, phone] = [newAddress(), '+4930333333'];
    await Promise.all([write('mail', to), write('sms', phone)]);
    await settle();
    // As after a server that was killed between the provider's answer and its own note.
    const lost = { state: 'waiting', body: 'x', nextTryAt: new Date(platform.clock.now()) } as const;
    await platform.db.updateTable('outbox').set(lost).where('recipient', 'in', [to, phone]).execute();
    await settle();
    const ids = mails
      .filter((mail) => mail.to === to)
      .map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1]);
    expect(ids).toEqual([expect.stringMatching(/^<\d+\.\d+@sunfleet\.test>\r?$/), ids[0]]);
    const keys = smsCalls.filter(({ body }) => (body as { to: string }).to === phone).map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^\d+\.\d+$/), keys[0]]);
  });

  test('a service that refuses is quoted', async () => {
    smsStatus = 429;
    await write('sms', '+4930222222');
    await settle();
    smsStatus = 200;
    expect(await rowOf('+4930222222')).toMatchObject({ state: 'waiting', error: 'HTTP 429: quota used up' });
    platform.clock.advance(MINUTE_MS);
    await settle();
    expect(await rowOf('+4930222222')).toMatchObject({ state: 'sent', error: null });
  });

  test('what is sent goes to the service that is named, wherever that sends it', async () => {
    smsStatus = 307;
    await write('sms', '+4930222333');
    await settle();
    smsStatus = 200;
    expect(await rowOf('+4930222333')).toMatchObject({ state: 'waiting' });
    expect(smsCalls.filter(({ body }) => (body as { to: string }).to === '+4930222333')).toHaveLength(1);
  });

  test('what a server took and never finished goes out by another', async () => {
    const to = newAddress();
    const now = platform.clock.now();
    const held = { state: 'waiting', tries: 1, nextTryAt: new Date(now + 2 * MINUTE_MS) } as const;
    const content = { template: 'login', language: 'en-US', subject: 'x', body: 'x' };
    await platform.db
      .insertInto('outbox')
      .values({ channel: 'mail', recipient: to, ...content, ...held, createdAt: new Date(now) })
      .execute();
    await settle();
    expect(mails.some((mail) => mail.to === to)).toBe(false);
    platform.clock.advance(2 * MINUTE_MS);
    await settle();
    expect(mails.some((mail) => mail.to === to)).toBe(true);
  });
});

describe('a secret in a message', () => {
  const LAST = { of: `code of the test ${randomUUID()}`, lastsMs: 10 * MINUTE_MS };
  /** A message whose provider fails, and which waits for another try. */
  async function unsent(secret: { of?: string; lastsMs?: number }) {
    const to = newAddress();
    refused.add(to);
    await write('mail', to, secret);
    await settle();
    expect(await rowOf(to)).toMatchObject({ state: 'waiting', redacted: false });
    return to;
  }

  test('is taken out when it is over; what still waits is not sent any more', async () => {
    const to = await unsent(LAST);
    platform.clock.advance(LAST.lastsMs - 1);
    await settle();
    expect((await rowOf(to)).body).toContain('482913');
    platform.clock.advance(1);
    await settle();
    const gone = { state: 'failed', redacted: true, nextTryAt: null, secret: null, secretOf: null };
    expect(await rowOf(to)).toMatchObject({ ...gone, error: expect.stringContaining('mailbox is full') });
    expect((await rowOf(to)).body).toMatch(/^•{6} ist Ihr Code/);
    refused.delete(to);
    platform.clock.advance(86_400_000);
    await settle();
    expect(mails.some((mail) => mail.to === to)).toBe(false);
  });

  test('is taken out when it was used, from the messages of that one alone', async () => {
    const [used, other] = [newAddress(), newAddress()];
    for (const to of [used, other]) await write('mail', to);
    await redactSecret(platform.db, `code to ${used}`);
    expect((await rowOf(used)).body).not.toContain('482913');
    expect((await rowOf(other)).body).toContain('482913');
  });

  test('that was taken out while a try was under way does not let the message wait again', async () => {
    const to = newAddress();
    const hold = new Promise<void>((resolve) => {
      holding.set(to, async () => {
        await redactSecret(platform.db, `code to ${to}`);
        resolve();
      });
    });
    refused.add(to);
    await write('mail', to);
    await settle();
    await hold;
    expect(await rowOf(to)).toMatchObject({ state: 'failed', redacted: true, nextTryAt: null });
  });

  test('is gone with the text that was sent', async () => {
    const to = newAddress();
    await write('mail', to);
    await settle();
    const gone = { body: '', secret: null, secretOf: null, secretUntil: null, redacted: false };
    expect(await rowOf(to)).toMatchObject({ state: 'sent', ...gone });
  });
});

test('without a provider a message keeps its text for the administrator', async () => {
  await settle();
  const bare: TestPlatform = { ...platform, config: { ...platform.config, mail: undefined, sms: undefined } };
  const to = newAddress();
  await write('mail', to);
  await write('sms', '+4930444444');
  await deliverDue(bare);
  expect(await rowOf(to)).toMatchObject({ state: 'notConfigured', tries: 0, nextTryAt: null });
  expect((await rowOf(to)).body).toContain('482913');
  expect((await rowOf('+4930444444')).state).toBe('notConfigured');
});

test('a message is forgotten after thirty days', async () => {
  const [old, young] = [newAddress(), newAddress()];
  await write('mail', old);
  platform.clock.advance(86_400_000);
  await write('mail', young);
  platform.clock.advance(29 * 86_400_000 + 1);
  await settle();
  const rows = await platform.db
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', 'in', [old, young])
    .execute();
  expect(rows.map((row) => row.recipient)).toEqual([young]);
});

describe('the page of the administrator', () => {
  const ask = (method: 'GET' | 'POST', path: string, bearer?: string) =>
    call(path, { method, ...(bearer && { bearer }) });
  const admin = async () => {
    const user = await makeUser(platform);
    return { id: user.id, token: await signIn(platform, user) };
  };

  test('lists messages newest first, by state and by recipient', async () => {
    const { token } = await admin();
    const mark = randomUUID().slice(0, 8);
    await write('mail', `${mark}.first@example.test`);
    platform.clock.advance(1000);
    await write('mail', `${mark}.second@example.test`);
    const { data } = await ask('GET', `/outbox?q=${mark.toUpperCase()}&state=waiting`, token);
    expect(data).toMatchObject({ total: 2, page: 1, pageSize: 20 });
    expect(data.rows.map((row: { to: string }) => row.to)).toEqual([
      `${mark}.second@example.test`,
      `${mark}.first@example.test`,
    ]);
    expect(data.rows[0]).toMatchObject({
      template: 'login',
      state: 'waiting',
      createdAt: platform.clock.now(),
    });
    expect((await ask('GET', `/outbox?q=${mark}&state=failed`, token)).data.total).toBe(0);
    expect((await ask('GET', `/outbox?q=${mark}&pageSize=1&page=2`, token)).data.rows).toHaveLength(1);
    expect((await ask('GET', '/outbox?state=lost', token)).error).toBe('invalidInput');
  });

  test('lets a failed message be tried again, and leaves a sent one alone', async () => {
    const { id: userId, token } = await admin();
    const to = newAddress();
    await write('mail', to);
    const { id } = await rowOf(to);
    const failed = { state: 'failed', tries: 8, nextTryAt: null } as const;
    await platform.db.updateTable('outbox').set(failed).where('id', '=', id).execute();
    expect((await ask('POST', `/outbox/${id}/retry`, token)).data).toMatchObject({
      state: 'waiting',
      tries: 0,
    });
    await settle();
    expect((await ask('POST', `/outbox/${id}/retry`, token)).data).toMatchObject({ state: 'sent', text: '' });
    const audit = await platform.db
      .selectFrom('auditLog')
      .select('action')
      .where('userId', '=', userId)
      .execute();
    expect(audit.map((row) => row.action)).toEqual(['outbox.retry']);
    expect((await ask('POST', '/outbox/999999999/retry', token)).error).toBe('notFound');
  });

  test('shows that a secret is gone, and does not try such a message again', async () => {
    const { token } = await admin();
    const to = newAddress();
    await write('mail', to);
    await redactSecret(platform.db, `code to ${to}`);
    const { id } = await rowOf(to);
    const gone = { state: 'failed', redacted: true, nextTryAt: null };
    const { data } = await ask('GET', `/outbox?q=${to}`, token);
    expect(data.rows).toMatchObject([{ ...gone, text: expect.stringContaining('••••••') }]);
    expect((await ask('POST', `/outbox/${id}/retry`, token)).data).toMatchObject(gone);
  });

  test('tells no codes to who only holds the session of an administrator', async () => {
    const { token } = await admin();
    const before = platform.clock.now();
    platform.clock.set(before + LIMITS.stepUpMs);
    expect((await ask('GET', '/outbox', token)).error).toBe('stepUpNeeded');
    expect((await ask('POST', '/outbox/1/retry', token)).error).toBe('stepUpNeeded');
    platform.clock.set(before);
  });

  test('is closed to everybody else', async () => {
    const other = await signIn(platform, await makeUser(platform, { role: 'organisationAdmin' }));
    expect((await ask('GET', '/outbox')).code).toBe(401);
    expect((await ask('POST', '/outbox/1/retry')).code).toBe(401);
    expect((await ask('GET', '/outbox', other)).error).toBe('noDataPermission');
    expect((await ask('POST', '/outbox/1/retry', other)).error).toBe('noDataPermission');
  });
});
