import { randomUUID } from 'node:crypto';
import { createUser, registerAccountsRoutes, signIn } from '../src/features/accounts/index.ts';
import type { HttpServer } from '../src/platform/http/server.ts';
import type { Platform } from '../src/platform/platform.ts';
import { openApi, type Request } from './api-kit.ts';
import type { TestPlatform } from './harness.ts';

/** The password of every account this kit makes. */
export const PASSWORD = 'Right-Horse-1';

export interface SignedIn {
  id: number;
  email: string;
  token: string;
}

type Values = Partial<Parameters<typeof createUser>[1]>;

export const newEmail = () => `${randomUUID()}@example.test`;

/** A server with the routes of accounts and others, accounts with a password, and what is sent to them. */
export async function openAccounts(
  platform: TestPlatform,
  ...more: readonly ((server: HttpServer, platform: Platform) => void)[]
) {
  const api = await openApi(platform, registerAccountsRoutes, ...more);
  const post = (path: string, body: object, request: Request = {}) => api.call(path, { ...request, body });
  /** Messages that went to a contact, oldest first. */
  const messagesTo = (to: string) =>
    platform.db.selectFrom('outbox').selectAll().where('recipient', '=', to).orderBy('id').execute();

  async function account(values: Values = {}): Promise<{ id: number; email: string }> {
    const about = { name: 'Test person', email: newEmail(), role: 'owner', ...values } as const;
    return { id: await createUser(platform.db, { password: PASSWORD, ...about }), email: about.email ?? '' };
  }

  return {
    ...api,
    post,
    messagesTo,
    account,
    /** An account that is signed in. */
    async person(values: Values = {}): Promise<SignedIn> {
      const made = await account(values);
      return { ...made, token: await signIn(platform, made) };
    },
    login: (name: string, password: string, address?: string) =>
      post('/ups/user/login', { account: name, password }, address ? { address } : {}),
    /** Asks for a code and reads it where its receiver would. */
    async codeFor(contact: { email: string } | { mobile: string }, validateType: string): Promise<string> {
      await post('/ups/user/sendValidateCode', { ...contact, validateType });
      const to = 'email' in contact ? contact.email : contact.mobile;
      return /\d{6}/.exec((await messagesTo(to)).at(-1)?.body ?? '')?.[0] ?? '';
    },
    /** What the account did, oldest first; refusals are left out. */
    auditOf: (userId: number) =>
      platform.db
        .selectFrom('auditLog')
        .selectAll()
        .where('userId', '=', userId)
        .where('allowed', '=', true)
        .orderBy('id')
        .execute(),
  };
}
