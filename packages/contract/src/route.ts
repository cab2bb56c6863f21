import type * as z from 'zod';
import type { OfferedPermission, Reach } from './access/index.ts';

/** How a caller proves who it is. `session`: bearer token of a login or visitor. `device`: the device's secret. `ingestKey`: an organisation's ingest key. */
export type Authentication = 'public' | 'session' | 'device' | 'ingestKey';

/**
 * Which objects a route may touch. `none`: nothing that belongs to somebody else. `station`: only stations (and what hangs on
 * them) inside the actor's data scope. `organisation`: only the actor's organisation and the tight ones below it.
 */
export type Scope = 'none' | 'station' | 'organisation';

export interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` parameters. */
  path: string;
  summary: string;
  tag: string;
  auth: Authentication;
  /** Needed when `auth` is `session`; the guard refuses a session route that names none. `any`: every signed-in account. */
  permission?: OfferedPermission | 'any';
  /** A permission that reaches further on the same route; the verb asks for it. */
  widenedBy?: OfferedPermission;
  scope: Scope;
  /**
   * How much of an organisation its caller reaches at least. `organisation`: what it does counts for all stations and devices of one, as its labels,
   * limits and instructions do, and the guard refuses who reaches a part alone, whatever is ticked in the role. `part`: the verb judges by what is
   * named, or it counts for nobody else. Every route names it that changes something of an organisation.
   */
  reach?: Reach;
  /** Commands and money: the request carries a signature by the session's signing key, made at most five minutes ago, never twice. */
  signed?: boolean;
  /**
   * What a stolen session must not do: the session proved within `LIMITS.stepUpMs` who holds it. Names of fields: only where the body
   * holds one of them. A client asks for the proof (`checkAccount`) and sends the call again. `true` refuses API keys.
   */
  stepUp?: true | readonly string[];
  /**
   * What one person, or one stolen session, must not do alone: the call is kept as a proposal and runs when somebody else who may do the
   * same approves it as it was shown. Such a route changes something, asks for a fresh proof (`stepUp: true`) and answers no data that a
   * caller waits for: the first call ends with `secondPersonNeeded`.
   */
  secondPerson?: true;
  /**
   * Waits for a device, a service of somebody else, or a long question to the store of samples, and changes nothing here: it takes no place from those who
   * wait for the database.
   */
  asksOutside?: true;
  /** Asks by a body what others ask by an address, and changes nothing: it waits among those who read. Left out where the method is GET. */
  reads?: true;
  /** Writes nothing but how often somebody asked: it waits among others that ask so, and keeps nobody waiting who changes something. */
  counts?: true;
  /**
   * Ends what a stolen session may have begun, or the session itself: such calls are counted by session, so that the thief uses up none of the holder's.
   */
  stops?: true;
  /** Open also while the password, given by an administrator, was not changed yet. */
  beforePasswordChange?: boolean;
  /** The word of a person, or about the account itself and its logins: an API key, which may hold less than its account, cannot ask. */
  forPeople?: boolean;
  /** A write that visitors may do as well. */
  forVisitors?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Shape of `data` in the envelope; of a `stream` the shape of one event, of a `raw` answer that of the body. */
  output: z.ZodType;
  /** `stream`: text/event-stream; `raw`: the handler writes body and type by itself; `multipart`: body is a file upload. */
  transport?: 'stream' | 'raw' | 'multipart';
  /** Most bytes of its body; where absent 2 MB of a session, 16 kB of everybody else. */
  bodyBytes?: number;
  /** Most entries of one list or object of its body; where absent 5,000. */
  bodyEntries?: number;
  /**
   * Requests a minute from one address (of IPv6: one network of 64 bits) and, where somebody is signed in, from one account or API
   * key; where absent, public routes have the platform's limit.
   */
  ratePerMinute?: number;
}

/** Keeps the literal types of a route so that client and server are typed from it. */
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition;
}

/** Whether a route changes nothing. */
export const isReading = ({ method, reads }: Pick<RouteDefinition, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true;

type InferOr<T, Fallback> = T extends z.ZodType ? z.infer<T> : Fallback;
type InputOr<T, Fallback> = T extends z.ZodType ? z.input<T> : Fallback;

/** What a caller passes: parameters, query and body of a route, each only where the route has it. */
export type RouteInput<R extends RouteDefinition> = (R['params'] extends z.ZodType
  ? { params: InputOr<R['params'], never> }
  : { params?: undefined }) &
  (R['query'] extends z.ZodType ? { query?: InputOr<R['query'], never> } : { query?: undefined }) &
  (R['body'] extends z.ZodType ? { body: InputOr<R['body'], never> } : { body?: undefined });

/** What a handler receives after validation. */
export interface RouteRequest<R extends RouteDefinition> {
  params: InferOr<R['params'], undefined>;
  query: InferOr<R['query'], undefined>;
  body: InferOr<R['body'], undefined>;
}

/** `data` of the envelope. */
export type RouteOutput<R extends RouteDefinition> = z.infer<R['output']>;
