import { randomUUID } from 'node:crypto';
import { createUser, registerAccountsRoutes, resolveActor } from '../src/features/accounts/index.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { testPlatform } from './harness.ts';

export const PASSWORD = 'Right-Horse-1';

interface Options {
  address?: string;
  bearer?: string;
  language?: string;
}

/** The routes of accounts on real stores, and what tests of getting in need. */
export async function openAccounts() {
  const platform = await testPlatform();
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  registerAccountsRoutes(server, platform);
  let addresses = 0;
  /** Of nobody else: limits count by address. */
  const newAddress = () => `198.18.${(addresses += 1) >> 8}.${addresses & 255}`;
  const newEmail = () => `${randomUUID()}@example.test`;

  async function ask(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    options: Options & { body?: object } = {},
  ) {
    const { address, bearer, body, language = 'en-US' } = options;
    const response = await server.app.inject({
      method,
      url: `/api${path}`,
      ...(body ? { payload: body } : {}),
      headers: { 'accept-language': language, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      remoteAddress: address ?? newAddress(),
    });
    return response.json();
  }
  /** Messages that went to a contact, oldest first. */
  const messagesTo = (to: string) =>
    platform.db.selectFrom('outbox').selectAll().where('recipient', '=', to).orderBy('id').execute();
  const post = (path: string, body: object, options: Options = {}) => ask('POST', path, { ...options, body });

  return {
    platform,
    newAddress,
    newEmail,
    ask,
    post,
    messagesTo,
    login: (account: string, password: string, address?: string) =>
      post('/ups/user/login', { account, password }, address ? { address } : {}),
    async user(values: Partial<Parameters<typeof createUser>[1]> = {}) {
      const email = newEmail();
      const person = { name: 'Test', email, password: PASSWORD, role: 'owner' } as const;
      return { id: await createUser(platform.db, { ...person, ...values }), email };
    },
    /** Asks for a code and reads it where its receiver would. */
    async codeFor(contact: { email: string } | { mobile: string }, validateType: string): Promise<string> {
      await post('/ups/user/sendValidateCode', { ...contact, validateType });
      const to = 'email' in contact ? contact.email : contact.mobile;
      return /\d{6}/.exec((await messagesTo(to)).at(-1)?.body ?? '')?.[0] ?? '';
    },
    async stop() {
      await server.app.close();
      await platform.stop();
    },
  };
}
