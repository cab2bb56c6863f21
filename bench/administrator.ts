import { signIn } from '@sunfleet/api-client';
import type { BenchServer } from './bench-server.ts';

/** The administrator of a bench's server, started with `SUNFLEET_ADMIN_PASSWORD`. */
export const ADMINISTRATOR = { account: 'admin@sunfleet.local', password: 'Bench-Password-1' } as const;

/** Signs the administrator in and answers the bearer token. */
export async function signInAdministrator({ url }: Pick<BenchServer, 'url'>): Promise<string> {
  const { token } = await signIn({ url }, ADMINISTRATOR);
  return token;
}
