import { setTimeout as wait } from 'node:timers/promises';
import { type Call, type InputOf, signIn } from '@sunfleet/api-client';
import { routes, type Session } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { SESSION_KEY } from '../../apps/web/src/lib/session/session-key.ts';
import { openPage, type PageOptions } from './browser.ts';
import { ADMIN, type RunningServer } from './server.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface Person extends Credentials {
  name: string;
}

const PASSWORD = 'Journey-Person-1';

/** A person of the journeys. The e-mail address is made of the name. */
export const personNamed = (name: string): Person => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
  password: PASSWORD,
});

/** The API as somebody who is signed in; signs what must be signed, and throws the server's refusals. */
export async function callAs({ url }: RunningServer, { email, password }: Credentials): Promise<Call> {
  return (await signIn({ url, timeoutMs: 20_000 }, { account: email, password })).call;
}

/** The code of six digits that was sent to an address, read where the platform's administrators see it. */
export async function codeSentTo(admin: Call, email: string): Promise<string> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await wait(100)) {
    const { rows } = await admin('listOutbox', { query: { q: email } });
    const code = rows.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code) return code;
  }
  throw new Error(`no code was sent to ${email}`);
}

type Joining = Omit<InputOf<'inviteMember'>['body'], 'email' | 'mobile'> & { organisationId: number };

/** Registers an account. With `joining` it becomes a member, by an invitation of the platform's administrators. */
export async function registerPerson(
  server: RunningServer,
  who: string | Person,
  joining?: Joining,
): Promise<Person> {
  const admin = await callAs(server, ADMIN);
  const person = typeof who === 'string' ? personNamed(who) : who;
  const { email, password, name } = person;
  await admin('sendValidateCode', { body: { email, validateType: 'register' } });
  const invite = joining
    ? await admin('inviteMember', { params: { id: joining.organisationId }, body: joining })
    : undefined;
  await admin('register', {
    body: {
      email,
      password,
      name,
      validateCode: await codeSentTo(admin, email),
      accountType: invite ? 'professional' : 'personal',
      inviteCode: invite?.code ?? null,
      ...(await admin('legalVersions')),
    },
  });
  return person;
}

/** A separate browser in which somebody has signed in and opened a page. How signing in looks is a matter of `account-entry` alone. */
export async function openAs(
  { server, browser }: { server: RunningServer; browser: Browser },
  person: Credentials,
  { path, ...options }: PageOptions & { path: string },
) {
  const opened = await openPage(browser, options);
  await signInOf(opened, server, person);
  await opened.page.goto(`${server.url}/#${path}`);
  await opened.page.waitForURL(`**/#${path}*`);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

/** Gives a page the session of a person, once: whoever leaves has left. */
async function signInOf(
  { page, context }: Awaited<ReturnType<typeof openPage>>,
  { url }: RunningServer,
  { email, password }: Credentials,
): Promise<void> {
  const answer = await context.request.post(`${url}/api${routes.login.path}`, {
    data: { account: email, password },
  });
  const { data, msg } = (await answer.json()) as { data?: Session; msg: string };
  if (!data) throw new Error(`${email} cannot sign in: ${msg}`);
  await page.addInitScript(
    ([key, session]) => {
      // Documents within a page, or empty ones, have no storage.
      if (window !== window.top || location.protocol === 'about:' || sessionStorage.getItem('signedIn'))
        return;
      sessionStorage.setItem('signedIn', 'yes');
      sessionStorage.setItem(key!, session!);
    },
    [SESSION_KEY, JSON.stringify(data)],
  );
}
