import * as z from 'zod';
import { PERMISSIONS, ROLES } from '../permissions.ts';
import { route } from '../route.ts';
import { accountType, id, LANGUAGES, time } from '../vocabulary.ts';

const tag = 'accounts';

export const account = z.object({
  id: id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  accountType,
  organisation: z.object({ id, code: z.string(), name: z.string() }).nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  language: z.enum(LANGUAGES).nullable(),
  /** Masked and read-only: names, addresses and contacts of owners are hidden. */
  visitor: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const session = z.object({
  token: z.string(),
  refreshToken: z.string(),
  expiresAt: time,
  account,
});
export type Session = z.infer<typeof session>;

export const login = route({
  method: 'POST',
  path: '/ups/user/login',
  summary: 'Sign in with e-mail, phone or user name and password',
  tag,
  auth: 'public',
  scope: 'none',
  body: z.object({
    account: z.string().trim().min(1).max(254),
    password: z.string().min(1).max(256),
    remember: z.boolean().default(false),
  }),
  output: session,
  ratePerMinute: 30,
});

export const visitor = route({
  method: 'POST',
  path: '/ups/user/visitor',
  summary: 'Sign in as a visitor: shared stations only, masked and read-only',
  tag,
  auth: 'public',
  scope: 'none',
  output: session,
  ratePerMinute: 30,
});

export const refreshToken = route({
  method: 'GET',
  path: '/ups/user/refreshToken',
  summary: 'Trade a refresh token (sent as bearer) for a new session; the old one ends',
  tag,
  auth: 'public',
  scope: 'none',
  output: session,
  ratePerMinute: 30,
});

export const logout = route({
  method: 'POST',
  path: '/ups/user/logout',
  summary: 'End this session',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  output: z.null(),
});

export const personalInfo = route({
  method: 'GET',
  path: '/ups/user/personalInfo',
  summary: 'The signed-in account',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  output: account,
});

export const listNodes = route({
  method: 'GET',
  path: '/nodes',
  summary: 'Regional nodes to choose from at login',
  tag,
  auth: 'public',
  scope: 'none',
  output: z.array(
    z.object({ key: z.enum(['china', 'europe', 'international']), url: z.string(), current: z.boolean() }),
  ),
});
