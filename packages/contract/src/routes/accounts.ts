import * as z from 'zod';
import { OFFERED_PERMISSIONS, REACHES, ROLES } from '../access/index.ts';
import { contact, sentContact } from '../contact.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledObject } from '../ruled.ts';
import { passwordRule, textRule, userNameRule } from '../rules.ts';
import { accountType, id, LANGUAGES, time } from '../vocabulary.ts';
import { CODE_PURPOSES, DELIVERIES, NODE_KEYS, ORGANISATION_TYPES, VIEWS } from '../words.ts';

const tag = 'accounts';

export const account = z.object({
  id: id.nullable(),
  name: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  /** The built-in role, or the one that the custom role was copied from. */
  role: z.enum(ROLES),
  /** Name of the custom role; null where the role is a built-in one. */
  roleName: z.string().nullable(),
  accountType,
  organisation: z.object({ id, code: z.string(), name: z.string() }).nullable(),
  permissions: z.array(z.enum(OFFERED_PERMISSIONS)),
  /** `part`: the data that the role reaches are a part of the organisation's. Routes with the reach `organisation` are closed. */
  reach: z.enum(REACHES),
  /** Menus the role shows; null: all that the permissions open. */
  views: z.array(z.enum(VIEWS)).nullable(),
  language: z.enum(LANGUAGES).nullable(),
  /** Masked and read-only: names, addresses and contacts of owners are hidden. */
  visitor: z.boolean(),
  /** The password was given by an administrator: nothing else is open before it is changed. */
  mustChangePassword: z.boolean(),
  /** The password is older than the rule and weaker than it asks; it must keep the rule at the next change. */
  weakPassword: z.boolean(),
  /** Set while a cancellation waits: the account is erased then. */
  erasedAt: time.nullable(),
});
export type Account = z.infer<typeof account>;

export const session = z.object({
  token: z.string(),
  refreshToken: z.string(),
  expiresAt: time,
  account,
});
export type Session = z.infer<typeof session>;

/** A session, or the ticket with which a second factor brings one (five minutes, five tries). */
export const loginResult = z.union([session, z.object({ secondFactor: z.object({ ticket: z.string() }) })]);
export type LoginResult = z.infer<typeof loginResult>;

const remember = z.boolean().default(false);
const validateCode = ruled((text) => (text.trim() === '' ? 'codeEmpty' : undefined));
const newPassword = ruled(passwordRule);

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
    remember,
  }),
  output: loginResult,
  ratePerMinute: 30,
});

export const loginByCode = route({
  method: 'POST',
  path: '/ups/user/loginByCode',
  summary: 'Sign in with a code that was sent to the e-mail or phone of an account',
  tag,
  auth: 'public',
  scope: 'none',
  body: ruledObject(z.object({ ...contact, validateCode, remember }), sentContact),
  output: loginResult,
  ratePerMinute: 30,
});

export const secondFactor = route({
  method: 'POST',
  path: '/ups/user/secondFactor',
  summary: 'Finish a login with the code of an authenticator app or a recovery code',
  tag,
  auth: 'public',
  scope: 'none',
  body: z.object({ ticket: z.string().min(1).max(200), code: z.string().trim().min(1).max(32), remember }),
  output: session,
  ratePerMinute: 30,
});

export const sendValidateCode = route({
  method: 'POST',
  path: '/ups/user/sendValidateCode',
  summary:
    'Send a code of six digits by e-mail or phone: ten minutes, five tries from each network, again after 60 s. The answer does not tell whether an account exists; `delivery` is a fact of the server: `outbox` where nothing sends such messages yet',
  tag,
  auth: 'public',
  scope: 'none',
  body: ruledObject(z.object({ ...contact, validateType: z.enum(CODE_PURPOSES) }), sentContact),
  output: z.object({
    resendAfterSeconds: z.number().int(),
    validForSeconds: z.number().int(),
    delivery: z.enum(DELIVERIES),
  }),
  ratePerMinute: 10,
});

export const checkValidateCode = route({
  method: 'POST',
  path: '/ups/user/checkValidateCode',
  summary:
    'Whether a code is right; counts as a try and does not use the code up. Without `validateType` the newest code of the contact is meant. The answer sets a cookie by which `resetPwd` needs no code while this one lives',
  tag,
  auth: 'public',
  scope: 'none',
  body: ruledObject(
    z.object({ ...contact, validateCode, validateType: z.enum(CODE_PURPOSES).optional() }),
    sentContact,
  ),
  output: z.object({ valid: z.literal(true) }),
  ratePerMinute: 30,
});

export const organisationDetails = z.object({
  name: ruled((text) => textRule(text, 'merchantNameEmpty')),
  type: z.enum(ORGANISATION_TYPES).default('enterprise'),
  businessType: z.string().trim().max(64).nullish(),
  /** Country of ISO 3166-1, two letters. */
  area: z.string().length(2).nullish(),
  taxId: z.string().trim().max(32).nullish(),
  bankName: z.string().trim().max(100).nullish(),
  bankAccount: z.string().trim().max(64).nullish(),
});

export const register = route({
  method: 'POST',
  path: '/ups/organization/register',
  summary:
    'Register a personal account, or a professional one with its organisation or by an invitation. Signs in at once',
  tag,
  auth: 'public',
  scope: 'none',
  body: ruledObject(
    z.object({
      ...contact,
      validateCode,
      password: newPassword,
      userName: ruled(userNameRule).nullish(),
      name: ruled((text) => textRule(text, 'nameEmpty')),
      accountType,
      language: z.enum(LANGUAGES).optional(),
      /** Versions that were shown and accepted; both must be the ones of `legalVersions`. */
      agreementVersion: z.string().max(32).default(''),
      privacyVersion: z.string().max(32).default(''),
      /** Professional: the organisation to found ... */
      organization: organisationDetails.optional(),
      /** ... below the one of this code, where it is a sub-merchant, */
      superiorCode: z.string().trim().max(32).nullish(),
      /** ... or the invitation to join one. */
      inviteCode: z.string().trim().max(64).nullish(),
    }),
    (value) => {
      const broken = sentContact(value);
      if (broken) return broken;
      if (!value.agreementVersion || !value.privacyVersion)
        return { rule: 'agreementMissing', path: 'agreementVersion' };
      const needsOrganisation = value.accountType === 'professional' && !value.inviteCode;
      return needsOrganisation && !value.organization
        ? { rule: 'merchantNameEmpty', path: 'organization' }
        : undefined;
    },
  ),
  output: session,
  ratePerMinute: 10,
});

export const legalVersions = route({
  method: 'GET',
  path: '/legal',
  summary: 'Versions of the service agreement and the privacy policy that a registration accepts',
  tag,
  auth: 'public',
  scope: 'none',
  output: z.object({ agreementVersion: z.string(), privacyVersion: z.string() }),
});

export const resetPassword = route({
  method: 'POST',
  path: '/ups/user/resetPwd',
  summary:
    'Set a new password with a code, sent along or checked before by the same caller; every session of the account ends',
  tag,
  auth: 'public',
  scope: 'none',
  body: ruledObject(
    z.object({ ...contact, password: newPassword, validateCode: validateCode.optional() }),
    sentContact,
  ),
  output: z.null(),
  ratePerMinute: 10,
});

export const changePassword = route({
  method: 'PUT',
  path: '/ups/user/updatePwd',
  summary: 'Change the own password; every other session of the account ends',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  body: z.object({ oldPassword: z.string().min(1).max(256), password: newPassword }),
  beforePasswordChange: true,
  output: z.null(),
  ratePerMinute: 20,
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
  summary:
    'Trade a refresh token (sent as bearer) for a new session; the old one ends. A token that was traded before ends the session: somebody copied it',
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
  stops: true,
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  beforePasswordChange: true,
  forVisitors: true,
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
  beforePasswordChange: true,
  output: account,
});

export const updateInfo = route({
  method: 'PUT',
  path: '/ups/user/updateInfo',
  stepUp: ['email', 'mobile', 'userName'],
  summary:
    'Change what is named of the own account; a new e-mail or phone needs the code that was sent to it',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  body: z.object({
    name: ruled((text) => textRule(text, 'nameEmpty')).optional(),
    userName: ruled(userNameRule).nullish(),
    email: z.string().trim().max(254).nullish(),
    mobile: z.string().trim().max(32).nullish(),
    validateCode: z.string().trim().max(16).optional(),
  }),
  output: account,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const signingKey = route({
  method: 'POST',
  path: '/ups/user/get',
  stepUp: true,
  summary:
    'Key of this session with which signed requests are made (`docs/device-api.md` names the form); a new call replaces it',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  output: z.string(),
});

export const switchAccountType = route({
  method: 'POST',
  path: '/ups/user/accountType',
  summary:
    'Switch between personal and professional edition; every session ends. Professional founds an organisation or joins one by invitation',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  body: z.object({
    accountType,
    password: z.string().min(1).max(256),
    organization: organisationDetails.optional(),
    inviteCode: z.string().trim().max(64).nullish(),
  }),
  output: z.null(),
  ratePerMinute: 10,
});

export const syncPlantPersonal = route({
  method: 'POST',
  path: '/bps/init/syncPlantPersonal',
  summary: 'Take over the data of an older platform; refused until this node offers a migration',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  output: z.null(),
});

export const listNodes = route({
  method: 'GET',
  path: '/nodes',
  summary: 'Regional nodes to choose from at login',
  tag,
  auth: 'public',
  scope: 'none',
  output: z.array(
    z.object({
      key: z.enum(NODE_KEYS),
      /** Name of the operator's choosing; null: the page names it by its key. */
      name: z.string().nullable(),
      url: z.string(),
      current: z.boolean(),
      /** Countries (ISO 3166-1) whose people are sent here first. */
      countries: z.array(z.string().length(2)),
    }),
  ),
});
